// swift-format-ignore-file
// The sample keeps the form it was published in.
import DSBridge
import Foundation

enum RepeatedSample {

// The sample of the README, with `@Sendable` added. Language mode 6 requires it if the completion is called from a
// queue.
@Exposed
class MyInterface {
    func asyncFunction(
        input: Int, 
        completion: @escaping @Sendable (Int, Bool) -> Void
    ) {
        // Use `false` to ask JS to keep the callback
        completion(input + 1, false)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
            completion(input + 2, false)
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
            // `true` to ask JS to delete the callback
            completion(input + 3, true)
        }
        // won't have any effect from now
        DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) {
            completion(input + 4, true)
        }
    }
}

}
