// swift-format-ignore-file
// The sample keeps the form it was published in.
import DSBridge

enum AsyncStyledSample {

// As the README has it.
@Exposed
class MyInterface {
    func asyncStyledFunction(callback: (String) -> Void) {
        callback("Async response")
    }
}

}
