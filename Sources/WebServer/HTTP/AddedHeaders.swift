package import HTTPTypes

/// Headers that a handler sets on many of its answers, always the same. A class, so that it is known again.
package final class AddedHeaders: Sendable {
  let fields: [HTTPField]

  package var all: [HTTPField] { fields }

  package init(_ fields: [HTTPField]) {
    self.fields = fields
  }

  /// Nil when the name is none that a header can have.
  package init?(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name) else { return nil }
    fields = [HTTPField(name: name, value: value)]
  }
}
