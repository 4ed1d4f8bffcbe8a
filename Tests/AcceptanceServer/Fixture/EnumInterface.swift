import DSBridge

/// A type used under two namespaces, where each case is a separate interface.
@Exposed
enum EnumInterface {
  case onStreet
  case inSchool

  func getName() -> String {
    switch self {
    case .onStreet: "Heisenberg"
    case .inSchool: "Walter White"
    }
  }
}
