package import HTTPTypes

extension HTTPFields {
  /// As the subscript, and faster, for what is looked up at every request: hardly any header comes twice.
  package func value(of name: HTTPField.Name) -> String? {
    var found: String?
    for field in self where field.name == name {
      if found != nil { return self[name] }
      found = field.value
    }
    return found
  }
}
