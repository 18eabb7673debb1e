import Spelling

/// Makes a tree of events.
struct YAMLTreeBuilder {
  let events: YAMLEventStream
  let file: String

  /// The only document of the stream; nil where there is none or nothing in it.
  func document() throws(SettingsError) -> YAMLNode? {
    var root: YAMLNode?
    var isFirst = true
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamEnd: return root.flatMap { isEmpty($0) ? nil : $0 }
      case .documentStart:
        guard isFirst else {
          throw error(.unsupported, "several documents are not supported", at: event.place)
        }
        isFirst = false
        root = try node(try events.next(), at: .root, depth: 0)
      default: break
      }
    }
  }

  private func isEmpty(_ node: YAMLNode) -> Bool { node.value == .scalar("", isQuoted: false) }

  /// The value that starts with an event.
  private func node(
    _ event: YAMLEventStream.Event, at path: SettingsPath, depth: Int
  ) throws(SettingsError) -> YAMLNode {
    let value: YAMLNode.Value
    switch event.kind {
    case .scalar(let text, let isQuoted): value = .scalar(text, isQuoted: isQuoted)
    case .sequenceStart:
      try check(depth: depth, at: path, event.place)
      value = .sequence(try items(of: path, depth: depth + 1))
    case .mappingStart:
      try check(depth: depth, at: path, event.place)
      value = .mapping(try entries(of: path, depth: depth + 1))
    default: throw error(.syntax, "a value is missing", at: event.place, path)
    }
    return YAMLNode(
      value: value, line: event.place.line, column: event.place.column, path: path, file: file)
  }

  private func items(of path: SettingsPath, depth: Int) throws(SettingsError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if case .other = event.kind { return items }
      items.append(try node(event, at: .item(items.count, of: path), depth: depth))
    }
  }

  private func entries(of path: SettingsPath, depth: Int) throws(SettingsError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try events.next()
      if case .other = event.kind { return entries }
      let key = try key(event, of: path)
      let keyPath = SettingsPath.key(key, of: path)
      if let line = lines.updateValue(event.place.line, forKey: key) {
        throw error(
          .duplicateKey, "key given twice, first on line \(line)", at: event.place, keyPath)
      }
      let value = try node(try events.next(), at: keyPath, depth: depth)
      entries.append(
        YAMLEntry(key: key, line: event.place.line, column: event.place.column, node: value))
    }
  }

  private func key(
    _ event: YAMLEventStream.Event, of path: SettingsPath
  ) throws(SettingsError) -> String {
    guard case .scalar(let key, let isQuoted) = event.kind else {
      throw error(.unsupported, "a key must be text", at: event.place, path)
    }
    if key == "<<" && !isQuoted {
      throw error(.unsupported, "merge keys are not supported in settings", at: event.place, path)
    }
    if key.isEmpty { throw error(.badValue, "a key is empty", at: event.place, path) }
    if key.utf8.count > SettingsLimits.keyLength {
      throw error(
        .tooLarge, "a key is longer than \(SettingsLimits.keyLength) bytes", at: event.place, path)
    }
    return key
  }

  private func check(
    depth: Int, at path: SettingsPath, _ place: TextPlace
  ) throws(SettingsError) {
    if depth >= SettingsLimits.depth {
      // The path to here would fill the screen.
      throw error(.tooDeep, "nested more than \(SettingsLimits.depth) deep", at: place)
    }
  }

  private func error(
    _ code: SettingsError.Code, _ detail: String, at place: TextPlace,
    _ path: SettingsPath = .root
  ) -> SettingsError {
    SettingsError(
      code: code, file: file, line: place.line, column: place.column,
      key: path == .root ? nil : path.description, detail: detail)
  }
}
