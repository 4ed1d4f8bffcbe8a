// swift-format-ignore-file
// The sample keeps the form it was published in.
import typealias DSBridge.Exposed
import protocol DSBridge.ExposedInterface

enum EnumSample {

// The sample of the README.
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

}
