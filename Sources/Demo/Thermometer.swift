import DSBridge
import Foundation

/// A simulated thermometer that sends readings while a page listens.
@Exposed
struct Thermometer {
  /// The errors of the interface. The page receives the case's name as the error's `code`.
  enum Fault: String, CodedError {
    case belowAbsoluteZero
  }

  /// Converts degrees Celsius to degrees Fahrenheit. Throws below absolute zero.
  func fahrenheit(celsius: Double) throws -> Double {
    guard celsius >= -273.15 else { throw Fault.belowAbsoluteZero }
    return celsius * 9 / 5 + 32
  }

  /// Returns a reading every 100 ms, in degrees Celsius. The readings stop when the page stops listening.
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
  /// Returns the simulated reading number `step`, in degrees Celsius. The readings follow a sine curve around 20.
  static func celsius(at step: Int) -> Double {
    ((20 + sin(Double(step) / 5)) * 10).rounded() / 10
  }
}
