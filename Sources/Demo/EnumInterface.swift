import DSBridge

/// An interface type that the demo adds under two namespaces. Each case is added as a separate interface.
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
