import DSBridge

/// An interface type for two namespaces: each case is a separate interface.
@Exposed
enum EnumInterface {
  case onStreet
  case inSchool

  func getName() -> String {
    switch self {
    case .onStreet:
      "Heisenberg"
    case .inSchool:
      "Walter White"
    }
  }
}
