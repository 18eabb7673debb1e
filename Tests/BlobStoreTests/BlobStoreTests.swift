import BlobStore
import Fixity
import HostIO
import Testing

/// A store in a folder of a test's own, removed with the value.
private final class Store: Sendable {
  let root: Path
  let files = LinuxFileSystem()
  let blobs: BlobStore

  init() throws {
    root = Path("/tmp/pocket-archive-test-" + RealRandomness().hexName())
    for folder in [root, root / "objects", root / "incoming"] {
      try files.createDirectory(folder, permissions: 0o700)
    }
    blobs = BlobStore(
      fileSystem: files, objects: root / "objects", incoming: root / "incoming",
      randomness: RealRandomness())
  }

  deinit { try? files.removeTree(root) }

  func stage(_ pieces: [[UInt8]], note: String? = nil) throws -> StagedBlob {
    let staged = try blobs.stage(note: note.map { Array($0.utf8) })
    for piece in pieces { try piece.withUnsafeBytes { try staged.append($0) } }
    return staged
  }

  var incoming: [Path] { get throws { try files.entries(of: root / "incoming") } }

  /// Writes over an object, as rot or a user would.
  func damage(_ object: SHA256Digest, _ bytes: [UInt8]) throws {
    let path = blobs.path(of: object)
    try files.remove(path)
    let file = try files.open(path, .createNew, permissions: 0o600)
    try file.write(bytes, at: 0)
  }
}

@Suite struct BlobStoreTests {
  @Test func anObjectIsNamedByItsBytesAndCannotBeWritten() throws {
    let store = try Store()
    let object = try store.blobs.commit(
      try store.stage([[1, 2], [], [3]], note: "{}"), expected: 3)
    #expect(object == SHA256Digest(of: [1, 2, 3]))
    let hex = object.hex
    #expect(store.blobs.path(of: object) == store.root / "objects" / String(hex.prefix(2)) / hex)
    #expect(try store.blobs.read(object) == [1, 2, 3])
    #expect(try store.blobs.verify(object, fromDisk: true) == 3)
    #expect(try store.blobs.status(of: object)?.permissions == 0o400)
    #expect(try store.incoming.isEmpty)
  }

  @Test func anotherCountThanAnnouncedStoresNothing() throws {
    let store = try Store()
    let error = #expect(throws: BlobStoreError.self) {
      try store.blobs.commit(try store.stage([[1, 2]], note: "{}"), expected: 3)
    }
    #expect(error?.code == .sizeMismatch)
    #expect(try store.blobs.contents().objects.isEmpty)
    #expect(try store.incoming.isEmpty)
  }

  @Test func theSameBytesTwiceAreOneObject() throws {
    let store = try Store()
    let first = try store.blobs.put([7])
    #expect(try store.blobs.put([7]) == first)
    #expect(try store.blobs.commit(try store.stage([[7]])) == first)
    #expect(try store.blobs.contents().objects == [first])
    #expect(try store.incoming.isEmpty)
  }

  @Test func whatHasRottedIsNoticedAndHealedByTheSameBytes() throws {
    let store = try Store()
    let object = try store.blobs.put([7, 8])
    try store.damage(object, [7, 9])
    #expect(throws: BlobStoreError(code: .corrupt, object: object)) {
      try store.blobs.verify(object)
    }
    #expect(throws: BlobStoreError(code: .corrupt, object: object)) {
      try store.blobs.read(object)
    }
    #expect(try store.blobs.put([7, 8]) == object)
    #expect(try store.blobs.read(object) == [7, 8])
  }

  @Test func whatIsNotThereIsMissing() throws {
    let store = try Store()
    let object = SHA256Digest(of: [1])
    #expect(try store.blobs.status(of: object) == nil)
    let error = #expect(throws: BlobStoreError.self) { try store.blobs.verify(object) }
    #expect(error?.code == .missing)
  }

  @Test func aSweepEmptiesIncomingAndReadsItsNotes() throws {
    let store = try Store()
    let kept = try store.blobs.put([1])
    _ = try store.stage([[1, 2]], note: #"{"rawID":"a"}"#)
    _ = try store.stage([[3]])
    #expect(try store.incoming.count == 3)
    #expect(try store.blobs.sweep() == [Array(#"{"rawID":"a"}"#.utf8)])
    #expect(try store.incoming.isEmpty)
    #expect(try store.blobs.contents().objects == [kept])
  }

  @Test func strangersBelowObjectsAreNamed() throws {
    let store = try Store()
    let object = try store.blobs.put([1])
    let folder = store.blobs.path(of: object).parent
    let stranger = folder / "note.txt"
    _ = try store.files.open(stranger, .createNew, permissions: 0o600)
    let contents = try store.blobs.contents()
    #expect(contents.objects == [object])
    #expect(contents.strangers == [stranger])
  }
}
