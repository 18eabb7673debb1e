import Settings
import Testing

/// Text parsed under the name `config.yaml`.
func tree(_ text: String) throws(SettingsError) -> YAMLNode {
  try parseYAML(Array(text.utf8), file: "config.yaml")
}

/// A reader of the mapping that the text is.
func reader(_ text: String) throws(SettingsError) -> MappingReader {
  try MappingReader(tree(text))
}

/// What an error says, file name and all; nil where nothing is thrown.
func complaint(_ body: () throws(SettingsError) -> Void) -> String? {
  do throws(SettingsError) {
    try body()
    return nil
  } catch { return error.description }
}

/// A document with about all that YAML has and settings may use.
let sample = """
  # The archive.
  archive: /srv/pocket  # a comment
  free: 2 GiB
  recorders:
    desk:
      source: "ble:AA:BB"
      quiet: true
      wait: 30 s
    'två': {source: 'it''s', last: 12}
  stages:
    - kind: download
      tries: -3
    - {kind: validate, of: [a, "b", c]}
  note: |
    two
    lines
  folded: >-
    one
    line
  ? odd
  : [[1], [], {}]
  nothing:
  escaped: "tab\\t \\u00e9"
  """
