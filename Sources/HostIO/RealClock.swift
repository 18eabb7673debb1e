import Glibc

/// The clocks of the machine.
package struct RealClock: HostClock {
  package init() {}

  package var now: Timestamp { Timestamp(nanoseconds: Self.read(CLOCK_REALTIME).nanoseconds) }

  package var monotonic: Duration {
    let time = Self.read(CLOCK_MONOTONIC)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  package func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }

  /// Neither clock can fail on Linux with a valid address. Source: clock_gettime(2), ERRORS.
  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
