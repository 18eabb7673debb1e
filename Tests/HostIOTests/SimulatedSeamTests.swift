import HostIO
import SimulatedHost
import Testing

@Suite struct ManualClockTests {
  @Test func standsStillUntilItIsMoved() {
    let clock = ManualClock(now: Timestamp(nanoseconds: 5), monotonic: .seconds(1))
    #expect(clock.now.nanoseconds == 5)
    clock.advance(by: .nanoseconds(7))
    #expect(clock.now.nanoseconds == 12)
    #expect(clock.monotonic == .seconds(1) + .nanoseconds(7))
    clock.jump(to: Timestamp(nanoseconds: 3))
    clock.advance(by: .seconds(-1))
    #expect(clock.now.nanoseconds == 3)
    #expect(clock.monotonic == .seconds(1) + .nanoseconds(7))
  }

  @Test func aSleeperWakesWhenItsEndHasCome() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.untilSleeping()
    clock.advance(by: .seconds(9))
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    try await sleeper.value
    #expect(clock.slept == [.seconds(10)])
    try await clock.sleep(for: .zero)
  }

  @Test func aSleeperIsCancelled() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.untilSleeping()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task { () throws in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(10))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func sleepingCanMoveTheClock() async throws {
    let clock = ManualClock(now: Timestamp(nanoseconds: 0), mode: .advancesOnSleep)
    try await clock.sleep(for: .seconds(3600))
    #expect(clock.now.nanoseconds == 3_600_000_000_000)
    #expect(clock.monotonic == .seconds(3600))
  }
}

@Suite struct SeededRandomnessTests {
  /// The first outputs for seed 0, as other implementations of SplitMix64 give them.
  @Test func followsThePublishedSequence() {
    var generator = SplitMix64(seed: 0)
    #expect(generator.next() == 0xe220_a839_7b1d_cdaf)
    #expect(generator.next() == 0x6e78_9e6a_a1b9_65f4)
  }

  @Test func theSeedDecides() {
    let (first, second) = (SeededRandomness(seed: 7), SeededRandomness(seed: 7))
    #expect(first.bytes(40) == second.bytes(40))
    #expect(first.hexName() == second.hexName())
    #expect(first.bytes(8) != SeededRandomness(seed: 8).bytes(8))
    #expect(first.bytes(0).isEmpty)
  }
}
