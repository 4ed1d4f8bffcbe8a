// swift-format-ignore-file
// The sample keeps the form it was published in.
// README of DSBridge-Swift, "Brief".
import Foundation
import typealias DSBridge.Exposed
import protocol DSBridge.ExposedInterface

@Exposed
class MyInterface {
    func addingOne(to input: Int) -> Int {
        input + 1
    }
}
