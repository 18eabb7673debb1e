import HostIO

/// The tree of a simulated disk and the files that are open on it.
struct Volume: Sendable {
  typealias Inode = UInt64
  typealias Handle = UInt64

  /// A file, folder or link. Which of the properties mean something depends on its kind.
  struct Node: Sendable {
    var kind: FileStatus.Kind
    var permissions: UInt32
    var durablePermissions: UInt32
    var modified: Int64
    var changed: Int64
    /// Of a file or link: names it has; of a folder: 1, or 0 once removed.
    var links = 1
    var openings = 0
    var content = CachedContent()
    var names: NameJournal.Names = [:]
    /// The folder above, of a folder.
    var parent: Inode
    /// What a link points at.
    var target: [UInt8] = []
  }

  struct Opening: Sendable {
    var inode: Inode
    var isWritable: Bool
    /// nil without a lock.
    var isExclusive: Bool?
  }

  /// Bits that a new file or folder does not get; what most systems start with.
  static let umask: UInt32 = 0o022
  static let root: Inode = 2

  let capacity: Int64
  let isPrivileged: Bool
  let renameModel: CrossFolderRename
  var nodes: [Inode: Node] = [:]
  var openings: [Handle: Opening] = [:]
  var journal = NameJournal()
  /// Bytes of all files that have a name or are open.
  var usedBytes: Int64 = 0
  var nextNumber: UInt64 = 3
  /// What `fsync` calls that fail leave on the disk.
  var faultDice = CrashDice(seed: 0x5eed)
  /// Set before each call, in nanoseconds since 1970.
  var now: Int64 = 0
  /// Nodes without a name whose space could not be given back yet.
  private var nameless: Set<Inode> = []

  init(capacity: Int64, isPrivileged: Bool, renameModel: CrossFolderRename) {
    self.capacity = capacity
    self.isPrivileged = isPrivileged
    self.renameModel = renameModel
    nodes[Self.root] = Node(
      kind: .directory, permissions: 0o755, durablePermissions: 0o755, modified: 0, changed: 0,
      parent: Self.root)
  }

  mutating func takeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  func node(_ inode: Inode) throws(Refusal) -> Node {
    guard let node = nodes[inode] else { throw .inputOutput }
    return node
  }

  func status(of inode: Inode) throws(Refusal) -> FileStatus {
    let node = try node(inode)
    let size = node.kind == .symbolicLink ? node.target.count : node.content.bytes.count
    return FileStatus(
      kind: node.kind, size: Int64(size), modifiedNanoseconds: node.modified,
      changedNanoseconds: node.changed, device: 1, inode: inode, permissions: node.permissions)
  }

  /// Refuses what the owner's bits of a mode do not allow.
  ///
  /// - Parameters:
  ///   - bits: As for the owner: 4 to read, 2 to write, 1 to search.
  func check(_ bits: UInt32, of inode: Inode) throws(Refusal) {
    guard !isPrivileged, try node(inode).permissions >> 6 & bits != bits else { return }
    throw .accessDenied
  }

  mutating func touch(_ inode: Inode, content: Bool) {
    nodes[inode]?.changed = now
    if content { nodes[inode]?.modified = now }
  }

  /// Notes that a node lost its name or an opening, and gives its space back with the last of them.
  mutating func release(_ inode: Inode) {
    guard let node = nodes[inode], node.links == 0, node.openings == 0 else { return }
    usedBytes -= Int64(node.content.bytes.count)
    nameless.insert(inode)
    forgetNameless()
  }

  /// A node without a name is needed while a crash could bring its name back.
  mutating func forgetNameless() {
    guard journal.pending.isEmpty, !nameless.isEmpty else { return }
    for inode in nameless { nodes[inode] = nil }
    nameless = []
  }
}
