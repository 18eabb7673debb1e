// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: each upcoming feature that Swift 6 mode does not imply, and
/// no warning of ours let through.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [String]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

let systemLibraries: [Target] = [
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
  // Debian's LAME has no .pc file; its headers and library lie where the compiler looks anyway.
  .systemLibrary(name: "CLAME", providers: [.apt(["libmp3lame-dev"])]),
]

/// The layers, lowest first. `scripts/check-layers` compares this table with what the files import.
let modules: [Target] = [
  .target(name: "CSystem", cSettings: [.define("_GNU_SOURCE")]),
  module("HostIO", ["CSystem"]),
  module("Fixity", ["CCrypto"]),
  module("Spelling"),
  module("Settings", ["CYAML", "Spelling"]),
  module("Arguments", ["Spelling"]),
  module("MPEGAudio", ["CLAME"]),
  module("JobGraph", ["Fixity"]),
  module("BlobStore", ["HostIO", "Fixity"]),
  module("Catalog", ["HostIO", "Fixity", "CSQLite"]),
  module(
    "ArchivePipeline",
    [
      "HostIO", "Fixity", "Spelling", "Settings", "MPEGAudio", "JobGraph", "BlobStore", "Catalog",
    ]),
  module("PocketProtocol"),
  module("PocketSession", ["PocketProtocol", "HostIO"]),
  module("PocketClient", ["PocketProtocol", "PocketSession"]),
  module("RecorderSimulator", ["PocketProtocol", "PocketSession", "MPEGAudio", "HostIO"]),
  module("RecorderSource", ["ArchivePipeline", "PocketProtocol", "PocketSession", "HostIO"]),
  program(
    "pocket-archive",
    [
      "HostIO", "Fixity", "Spelling", "Settings", "Arguments", "MPEGAudio", "JobGraph",
      "BlobStore", "Catalog", "ArchivePipeline", "PocketProtocol", "PocketSession",
      "RecorderSimulator", "RecorderSource",
    ]),
  program("make-sample", ["RecorderSimulator", "HostIO"]),
]

let testTargets: [Target] = [
  .target(
    name: "SimulatedHost", dependencies: ["HostIO"], path: "Tests/SimulatedHost",
    swiftSettings: strict),
  tests("HostIOTests", ["HostIO", "SimulatedHost"]),
  tests("FixityTests", ["Fixity"]),
  tests("SpellingTests", ["Spelling"]),
  tests("SettingsTests", ["Settings", "Spelling"]),
  tests("ArgumentsTests", ["Arguments"]),
  tests("MPEGAudioTests", ["MPEGAudio"]),
  tests("JobGraphTests", ["JobGraph", "Fixity"]),
  tests("BlobStoreTests", ["BlobStore", "HostIO", "Fixity"]),
  tests("CatalogTests", ["Catalog", "HostIO", "Fixity", "CSQLite"]),
  tests(
    "ArchivePipelineTests",
    [
      "ArchivePipeline", "HostIO", "Fixity", "Settings", "MPEGAudio", "JobGraph", "BlobStore",
      "Catalog", "SimulatedHost",
    ]),
  tests("PocketProtocolTests", ["PocketProtocol"]),
  tests(
    "PocketSessionTests",
    [
      "PocketClient", "PocketProtocol", "PocketSession", "SimulatedHost", "HostIO",
    ]),
  tests(
    "RecorderSimulatorTests",
    [
      "RecorderSimulator", "PocketProtocol", "PocketSession", "MPEGAudio", "SimulatedHost",
      "HostIO",
    ]),
  tests(
    "RecorderSourceTests",
    [
      "RecorderSource", "ArchivePipeline", "RecorderSimulator", "PocketProtocol",
      "PocketSession", "BlobStore", "Catalog", "Fixity", "HostIO", "SimulatedHost",
    ]),
  tests("CommandTests", ["HostIO", "pocket-archive", "make-sample"]),
]

let package = Package(
  name: "pocket-archive",
  products: [
    .library(name: "MPEGAudio", targets: ["MPEGAudio"]),
    .library(name: "PocketClient", targets: ["PocketClient"]),
    .executable(name: "pocket-archive", targets: ["pocket-archive"]),
    .executable(name: "make-sample", targets: ["make-sample"]),
  ],
  targets: systemLibraries + modules + testTargets,
  swiftLanguageModes: [.v6])
