// swift-format-ignore-file
// The sample keeps the form it was published in.
import DSBridge

enum LocalMethodSample {

// As the README has it, with a body.
@Exposed
class MyInterface {
    @unexposed
    func localMethod() {}
}

}
