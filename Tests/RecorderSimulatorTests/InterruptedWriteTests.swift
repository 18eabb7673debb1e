import HostIO
import RecorderSimulator
import Testing

@Suite struct InterruptedWriteTests {
  /// Wherever writing stops, each file under its own name is whole, and the next call makes all
  /// good.
  @Test func goesOnAfterADiskThatWasFull() throws {
    let sample = try Sample.one()
    var room = 0
    while true {
      let place = try TemporaryFolder()
      let folder = place.path / "recorder"
      let disk = FullDisk(room: room)
      do throws(SimulatorError) {
        let outcome = try SampleFolder(folder, fileSystem: disk).write(sample)
        #expect(outcome.added == 11)
        #expect(!disk.wasHit)
        break
      } catch {
        #expect(disk.wasHit)
        #expect(error.code == .file)
        #expect(error.cause?.isUnwritable == true)
      }
      for recording in sample.recordings {
        let path = folder / recording.directory / "\(recording.rawID).mp3"
        guard try place.files.status(of: path, following: false) != nil else { continue }
        #expect(try place.files.readAll(path, limit: 1 << 20) == recording.bytes)
      }
      _ = try SampleFolder(folder, fileSystem: place.files).write(sample)
      #expect(try SampleFolder(folder, fileSystem: place.files).write(sample).unchanged == 11)
      try expectNoLeftovers(place, sample)
      room += 1
    }
    // Folders and three calls a file, an empty one's write among them.
    #expect(room >= 5 + 11 * 3)
  }

  private func expectNoLeftovers(_ place: TemporaryFolder, _ sample: SimulatedRecordings) throws {
    #expect(try place.files.entries(of: place.path).count == 2)
    for day in sample.directories {
      let names = try place.files.entries(of: place.path / "recorder" / day)
      #expect(names.count == sample.recordings.filter { $0.directory == day }.count)
    }
  }
}
