import CYAML

/// libyaml's events one by one, copied into Swift values.
///
/// The parser lies at a fixed address, for libyaml keeps a pointer to it. Whatever happens, each
/// event is freed when it has been copied, and the parser with its owner.
final class YAMLEventStream {
  enum Kind {
    case scalar(String, isQuoted: Bool)
    case sequenceStart
    case mappingStart
    case documentStart
    case streamEnd
    /// The end of a list, a mapping or a document, or the start of the stream.
    case other
  }

  struct Event {
    var kind: Kind
    var place: TextPlace
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeBufferPointer<UInt8>
  private let file: String

  /// - Parameters:
  ///   - input: UTF-8, not empty, and valid for as long as this stream is used.
  init(_ input: UnsafeBufferPointer<UInt8>, file: String) throws(SettingsError) {
    self.input = input
    self.file = file
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else {
      // libyaml has freed what it had by then, and zeroed the rest; to free it again is harmless.
      throw SettingsError(
        code: .tooLarge, file: file, line: 1, column: 1, detail: "not enough memory to read it")
    }
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deinitialize(count: 1)
    parser.deallocate()
  }

  /// The next event. Must not be called again after it threw or returned `.streamEnd`.
  ///
  /// - Throws: `.syntax`, and `.unsupported` for anchors, aliases, tags and directives.
  func next() throws(SettingsError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    let place = TextPlace(event.start_mark)
    return Event(kind: try kind(of: event, at: place), place: place)
  }

  private func kind(
    of event: yaml_event_t, at place: TextPlace
  ) throws(SettingsError) -> Kind {
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag, at: place)
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        String(decoding: bytes, as: UTF8.self), isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      try refuse(anchor: start.anchor, tag: start.tag, at: place)
      return .sequenceStart
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      try refuse(anchor: start.anchor, tag: start.tag, at: place)
      return .mappingStart
    case YAML_DOCUMENT_START_EVENT:
      let start = event.data.document_start
      let tags = start.tag_directives
      if tags.start != tags.end { throw unsupported("tags", at: place) }
      // A file that says it is YAML 1.1 means something else by `on` and `yes`.
      if let version = start.version_directive, version.pointee.minor != 2 {
        throw unsupported("YAML versions other than 1.2", at: place)
      }
      return .documentStart
    case YAML_ALIAS_EVENT: throw unsupported("aliases", at: place)
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
    default: return .other
    }
  }

  private func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at place: TextPlace
  ) throws(SettingsError) {
    if anchor != nil { throw unsupported("anchors", at: place) }
    if tag != nil { throw unsupported("tags", at: place) }
  }

  private func unsupported(_ what: String, at place: TextPlace) -> SettingsError {
    SettingsError(
      code: .unsupported, file: file, line: place.line, column: place.column,
      detail: "\(what) are not supported in settings")
  }

  /// libyaml's own account of what is wrong. Its texts are constants of the library.
  private func failure() -> SettingsError {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "not YAML"
    let context = state.context.map { " " + String(cString: $0) } ?? ""
    let place =
      state.error == YAML_READER_ERROR
      ? TextPlace(ofByte: Int(clamping: state.problem_offset), in: input)
      : TextPlace(state.problem_mark)
    return SettingsError(
      code: state.error == YAML_MEMORY_ERROR ? .tooLarge : .syntax, file: file,
      line: place.line, column: place.column, detail: problem + context)
  }
}
