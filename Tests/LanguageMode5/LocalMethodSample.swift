// swift-format-ignore-file
// The sample keeps the form it was published in.
import DSBridge

enum LocalMethodSample {

// The sample of the README, with a body.
@Exposed
class MyInterface {
    @unexposed
    func localMethod() {}
}

}
