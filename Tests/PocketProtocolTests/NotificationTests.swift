import FoundationEssentials
import PocketProtocol
import Testing

/// What arrives, before it is a response: fused frames, echoes, secrets.
@Suite struct NotificationTests {
  private func split(_ text: String) -> [String] { ResponseFrames.split(Data(text.utf8)) }

  @Test func fusedFramesAreSplit() {
    #expect(split("MCU&WIFIOMCU&OFF") == ["MCU&WIFIO", "MCU&OFF"])
    #expect(split("MCU&OFF\u{0}MCU&BAT&9\u{0}\u{0}") == ["MCU&OFF", "MCU&BAT&9"])
    #expect(split("MCU&F&d&1&2\r\nMCU&LIST&001\r\n") == ["MCU&F&d&1&2", "MCU&LIST&001"])
    #expect(split("MCU&OFF") == ["MCU&OFF"])
  }

  @Test func nothingIsLostWhateverComes() {
    #expect(split("noise MCU&OFF") == ["noise ", "MCU&OFF"])
    #expect(split("MCU") == ["MCU"])
    #expect(split("MCU&MCU&MCU&") == ["MCU&", "MCU&", "MCU&"])
    #expect(split("") == [])
    #expect(split("\u{0}\u{0}") == [])
    // A slice keeps the indices of what it was cut from.
    #expect(ResponseFrames.split(Data("xxMCU&OFF".utf8).dropFirst(2)) == ["MCU&OFF"])
    for text in ["MCU&A\u{0}BMCU&C", "aMCU&bMCU&cd", "MCU&&MCU&&"] {
      let kept = split(text).joined()
      #expect(kept == text.replacing("\u{0}MCU", with: "MCU"), "\(text)")
    }
  }

  @Test func fourCopiesAreOneReply() {
    var filter = EchoFilter()
    let battery = Data("MCU&BAT&87".utf8)
    let copies = (0..<4).map { filter.isEcho(battery, at: .milliseconds($0 * 3)) }
    #expect(copies == [false, true, true, true])
    #expect(filter.isEcho(Data("MCU&FW&1.7".utf8), at: .milliseconds(12)) == false)
    #expect(filter.isEcho(battery, at: .milliseconds(13)) == false)
    // A later reply of the same text is another reply.
    #expect(filter.isEcho(battery, at: .milliseconds(13) + EchoFilter.window) == false)
  }

  @Test func secretsAreTakenOut() {
    let redaction = Redaction(key: "ABCDEFGHijkl0123")
    #expect(redaction.redacted("APP&SK&ABCDEFGHijkl0123") == "APP&SK&(not shown)")
    #expect(redaction.redacted("x ABCDEFGH y") == "x (not shown) y")
    #expect(redaction.redacted("MCU&WIFI&net&other") == "MCU&WIFI&net&(not shown)")
    #expect(redaction.redacted("MCU&BAT&9") == "MCU&BAT&9")
    // No secret, and no text, for somebody who gives none.
    #expect(Redaction(key: "").redacted("MCU&BAT&9") == "MCU&BAT&9")
  }
}
