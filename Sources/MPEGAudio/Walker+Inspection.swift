extension Walker {
  /// The result, once the end was reached.
  func inspection() -> Inspection {
    var walker = self
    walker.compareWithHeaderFrame()
    if offset == 0 { return walker.result(.empty) }
    if frames == 0, headerFrame == nil {
      walker.findings = FindingList()
      walker.note(
        .notMPEGAudio, at: 0, length: offset, ForeignHead.describe(head))
      return walker.result(.notAudio)
    }
    return walker.result(walker.hasDamage ? .damaged : .intact)
  }

  /// What a Xing, Info or VBRI frame announces, against what is there.
  private mutating func compareWithHeaderFrame() {
    guard let (table, offset) = headerFrame else { return }
    if frames == 0 {
      note(
        .headerFrameOnly, at: offset, length: 0, "There is nothing behind the \(table.name) frame.")
    }
    let present = frames
    guard let announced = table.frames, announced > 0, announced != present else { return }
    if announced > present {
      note(
        .framesMissing, at: offset, length: 0,
        "The \(table.name) frame announces \(announced) frames and \(present) are there.")
    } else {
      note(
        .framesUnannounced, at: offset, length: 0,
        "The \(table.name) frame announces \(announced) frames and \(present) are there.")
    }
  }

  private func result(_ verdict: Verdict) -> Inspection {
    let format = first.map {
      AudioFormat(
        version: $0.version, layer: $0.layer, sampleRate: $0.sampleRate, channels: $0.channels,
        bitRateKbps: variesInRate ? nil : $0.bitRateKbps)
    }
    let (kept, omitted) = findings.merged(with: FindingList())
    let rate = Int64(format?.sampleRate ?? 1)
    let milliseconds = samples / rate * 1000 + samples % rate * 1000 / rate
    return Inspection(
      verdict: verdict, isRecorderFormat: isRecorderFormat, format: format, frames: frames,
      samples: samples, milliseconds: milliseconds, size: offset, ledger: ledger, findings: kept,
      omittedFindings: omitted)
  }
}
