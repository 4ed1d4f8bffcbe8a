import DSBridge

/// One type under two namespaces: each case is an interface of its own.
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
