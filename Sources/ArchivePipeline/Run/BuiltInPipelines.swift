/// The pipelines that the program knows by name, wherever it is installed. `pipelines/archive.yaml` is
/// the same text for people to copy, and a test holds the two together.
package enum BuiltInPipelines {
  package static let archive = """
    # Brings every recording that is new into the archive, checks it and publishes it.
    pipeline: archive
    stages:
      - stage: discover
      - stage: connect
        after: discover
      - stage: inventory
        after: connect
      - stage: diff
        after: inventory
      - stage: download
        after: diff
        # How often a recording is read in one run if it arrives damaged or not at all.
        attempts: 2
      - stage: validate
        after: download
      - stage: publish
        after: validate

    """

  package static let names = ["archive"]

  /// The text of a pipeline; nil for a name that is none.
  package static func text(_ name: String) -> [UInt8]? {
    name == "archive" ? Array(archive.utf8) : nil
  }
}
