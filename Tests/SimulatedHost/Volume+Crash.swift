import HostIO

extension Volume {
  /// The disk as it is found after a crash now, which then is durable as a whole.
  func crashed(seed: UInt64) -> Volume {
    var dice = CrashDice(seed: seed)
    let names = journal.survivors(&dice)
    var found = Volume(capacity: capacity, isPrivileged: isPrivileged, renameModel: renameModel)
    found.nextNumber = nextNumber
    found.faultDice = CrashDice(seed: seed ^ 0x5eed)
    found.now = now
    found.nodes = [:]
    var durable: [Inode: NameJournal.Names] = [:]
    var waiting = [(inode: Self.root, parent: Self.root)]
    while let (inode, parent) = waiting.popLast() {
      guard found.nodes[inode] == nil else {
        found.nodes[inode]?.links += 1
        continue
      }
      guard var node = nodes[inode] else { continue }
      node.links = 1
      node.openings = 0
      node.parent = parent
      node.names = names[inode] ?? [:]
      if node.permissions != node.durablePermissions, !dice.survives() {
        node.permissions = node.durablePermissions
      }
      node.durablePermissions = node.permissions
      node.content = CachedContent(durable: node.content.survivor(&dice))
      found.usedBytes += Int64(node.content.bytes.count)
      found.nodes[inode] = node
      if node.kind == .directory { durable[inode] = node.names }
      // In an order of their own, so that the same seed always finds the same.
      for child in node.names.values.sorted() { waiting.append((child, inode)) }
    }
    found.journal = NameJournal(durable: durable)
    return found
  }
}
