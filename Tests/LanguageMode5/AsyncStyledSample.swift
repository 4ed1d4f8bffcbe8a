// swift-format-ignore-file
// The sample keeps the form it was published in.
import DSBridge

enum AsyncStyledSample {

// The sample of the README.
@Exposed
class MyInterface {
    func asyncStyledFunction(callback: (String) -> Void) {
        callback("Async response")
    }
}

}
