import HostIO

/// Counts calls, and decides which of them fail.
struct FaultPlan: Sendable {
  private struct Fault: Sendable {
    /// nil stands for every call that changes the disk.
    var operation: SimulatedOperation?
    var callsBefore: Int
    var times: Int
    var refusal: Refusal

    func concerns(_ other: SimulatedOperation) -> Bool {
      operation.map { $0 == other } ?? other.isMutating
    }
  }

  private(set) var mutatingOperations = 0
  private(set) var isDead = false
  private var operationsLeft: Int?
  private var faults: [Fault] = []

  mutating func add(
    _ operation: SimulatedOperation?, afterCalls calls: Int, times: Int, code: FileError.Code
  ) {
    faults.append(
      Fault(
        operation: operation, callsBefore: max(0, calls), times: times, refusal: Refusal(code: code)
      ))
  }

  mutating func removeFaults() { faults = [] }

  var hasFaults: Bool { !faults.isEmpty }

  mutating func stop(afterOperations count: Int) { operationsLeft = max(0, count) }

  mutating func kill() { isDead = true }

  /// Takes notice of a call.
  ///
  /// - Returns: How it fails, if it is to fail alone.
  /// - Throws: `.io` for every call of a process that has ended.
  mutating func admit(_ operation: SimulatedOperation) throws(Refusal) -> Refusal? {
    if isDead { throw .inputOutput }
    if operation.isMutating {
      if operationsLeft == 0 {
        isDead = true
        throw .inputOutput
      }
      operationsLeft? -= 1
      mutatingOperations += 1
    }
    var hit: Refusal?
    for index in faults.indices where faults[index].concerns(operation) {
      if faults[index].callsBefore > 0 {
        faults[index].callsBefore -= 1
      } else if hit == nil {
        hit = faults[index].refusal
        faults[index].times -= 1
      }
    }
    faults.removeAll { $0.times <= 0 }
    return hit
  }
}
