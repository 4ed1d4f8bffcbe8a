import DSBridge

/// An enum that is added under two namespaces. Each case is a separate interface.
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
