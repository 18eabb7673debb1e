package import HostIO

/// The world as the archive sees it: files, time and chance, real or simulated.
package struct Host: Sendable {
  package let fileSystem: any FileSystem
  package let clock: any HostClock
  package let randomness: any HostRandomness

  /// The VFS by which SQLite reaches the same files; nil for its own, on the real file system.
  package let catalogVFS: String?

  package init(
    fileSystem: any FileSystem, clock: any HostClock, randomness: any HostRandomness,
    catalogVFS: String? = nil
  ) {
    self.fileSystem = fileSystem
    self.clock = clock
    self.randomness = randomness
    self.catalogVFS = catalogVFS
  }

  /// The machine this runs on.
  package static var machine: Host {
    Host(fileSystem: LinuxFileSystem(), clock: RealClock(), randomness: RealRandomness())
  }
}
