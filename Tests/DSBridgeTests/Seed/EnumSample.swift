// swift-format-ignore-file
// The sample keeps the form it was published in.
import typealias DSBridge.Exposed
import protocol DSBridge.ExposedInterface

enum EnumSample {

// As the README has it.
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
