import DSBridge
import Foundation

/// Something that is read for as long as somebody wants to know.
@Exposed
struct Thermometer {
  /// What it may refuse: the page sees the case's name as the error's `code`.
  enum Fault: String, CodedError {
    case belowAbsoluteZero
  }

  /// Degrees Fahrenheit of degrees Celsius.
  func fahrenheit(celsius: Double) throws -> Double {
    guard celsius >= -273.15 else { throw Fault.belowAbsoluteZero }
    return celsius * 9 / 5 + 32
  }

  /// A reading every 100 ms, in degrees Celsius. Stops when nobody listens any more.
  func readings() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let task = Task {
        for step in 0... {
          continuation.yield(Thermometer.celsius(at: step))
          guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { break }
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension Thermometer {
  /// The reading of a step, in degrees Celsius.
  static func celsius(at step: Int) -> Double {
    ((20 + sin(Double(step) / 5)) * 10).rounded() / 10
  }
}
