// This import alone: what a program that builds on the library has.
import PocketClient
import Testing

@Suite struct ClientTests {
  @Test func oneImportGivesProtocolAndSession() async throws {
    let device = PocketDevice(transport: ScriptedTransport(), sessionKey: PocketKey.generate())
    try await device.connect()
    await device.disconnect()
    #expect(Command.battery.wireFormat == "APP&BAT")
  }
}
