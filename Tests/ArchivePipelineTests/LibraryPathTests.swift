import ArchivePipeline
import HostIO
import Testing

private func path(
  _ rawID: String, directory: String = "2026-01-04", recorder: String = "desk", version: Int = 1,
  idIsFileName: Bool = false
) -> String {
  LibraryPath(
    recorder: RawName(bytes: recorder.utf8), directory: RawName(bytes: directory.utf8),
    rawID: RawName(bytes: rawID.utf8), version: version, idIsFileName: idIsFileName
  ).audio.description
}

@Suite struct RawNameTests {
  @Test(
    arguments: [
      ([0x61, 0xc3, 0xa9], "aé"), ([0xff], "bytes:%FF"), ([], ""),
      (Array("bytes:x".utf8), "bytes:bytes%3Ax"), ([0x0a], "\n"),
    ] as [([UInt8], String)])
  func hasOneTextThatReadsBack(bytes: [UInt8], text: String) throws {
    #expect(RawName(bytes: bytes).text == text)
    #expect(try #require(RawName(text: text)).bytes == bytes)
  }

  /// Spellings that `text` never gives are no names: else one name would have two.
  @Test(arguments: ["bytes:", "bytes:a", "bytes:%61", "bytes:%ff", "bytes:%F", "bytes:%zz"])
  func refusesOtherSpellings(text: String) {
    #expect(RawName(text: text) == nil)
  }

  @Test func everyByteReadsBack() throws {
    for first in UInt8.min...UInt8.max {
      for second in stride(from: UInt8(0), to: 255, by: 5) {
        let name = RawName(bytes: [first, second])
        #expect(RawName(text: name.text) == name)
      }
    }
  }
}

@Suite struct LibraryPathTests {
  @Test func aRecorderAndAFolderNameTheirFilesAlike() {
    #expect(path("20260104101500") == "desk/2026-01-04/20260104101500.mp3")
    #expect(path("20260104101500", version: 2) == "desk/2026-01-04/20260104101500.v2.mp3")
    #expect(path("20260104101500.mp3", idIsFileName: true) == path("20260104101500"))
    #expect(path("a.mp3", directory: "", idIsFileName: true) == "desk/a.mp3")
    #expect(path("a.mp3", directory: "x/y", idIsFileName: true) == "desk/x/y/a.mp3")
    let published = LibraryPath(
      recorder: RawName(bytes: "desk".utf8), directory: RawName(bytes: []),
      rawID: RawName(bytes: "7".utf8), version: 3, idIsFileName: false)
    #expect(published.sidecar == Path("desk/7.v3.json"))
  }

  @Test(arguments: ["..", "../../etc/passwd", "/etc/passwd", ".", "", "a/../b", "\0", "\n", ".mp3"])
  func noNameLeavesItsFolder(name: String) {
    for isFileName in [false, true] {
      let parts = path(name, directory: name, recorder: name, idIsFileName: isFileName)
        .split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") })
      #expect(parts.count >= 2)
    }
  }

  @Test func aRecorderIsNotNamedLikeTheManifest() {
    #expect(path("1", recorder: "SHA256SUMS").hasPrefix("%53HA256SUMS/"))
    #expect(path("1", recorder: "manifest.jsonl").hasPrefix("%6Danifest.jsonl/"))
  }

  @Test func longNamesAreCutAndStayApart() {
    let long = String(repeating: "a", count: 300)
    let first = path(long + "1")
    let second = path(long + "2")
    #expect(first != second)
    #expect(first.split(separator: "/").allSatisfy { $0.utf8.count <= 204 })
  }

  /// Names made to collide: with extensions, versions, escapes and folders that look like files.
  @Test(arguments: [false, true])
  func twoRecordingsNeverShareAPath(idIsFileName: Bool) {
    let pieces = ["a", ".", "mp3", "json", "v2", "%", "%2E", "MP3"]
    var names: Set<String> = []
    for first in pieces {
      for second in pieces {
        for third in pieces {
          names.formUnion([first, first + second, first + second + third])
          for fourth in pieces { names.insert(first + second + third + fourth) }
        }
      }
    }
    // A file's name always has an extension and no leading dot: a folder source lists no others.
    let ids =
      idIsFileName ? names.filter { $0.contains(".") && !$0.hasPrefix(".") } : names
    var taken: [String: String] = [:]
    for id in ids.sorted() {
      for version in 1...2 {
        let place = path(id, directory: "", version: version, idIsFileName: idIsFileName)
        let other = taken.updateValue("\(id) v\(version)", forKey: place)
        #expect(other == nil, "\(id) v\(version) and \(other ?? "") share \(place)")
      }
    }
    #expect(taken.count == ids.count * 2)
  }

  /// A folder below and a file must not want one name: `a.json/b.mp3` beside `a.mp3` with its sidecar.
  @Test func aFolderIsNotNamedLikeAFileBesideIt() {
    #expect(path("b", directory: "a.json") == "desk/a%2Ejson/b.mp3")
    #expect(path("b", directory: "a.mp3") == "desk/a%2Emp3/b.mp3")
  }
}
