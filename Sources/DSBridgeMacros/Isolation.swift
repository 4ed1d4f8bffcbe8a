import SwiftSyntax

/// The isolation in which a function runs.
enum Isolation: Equatable {
  case none
  /// The isolation of the caller: `nonisolated(nonsending)`.
  case caller
  /// The actor that declares the function.
  case actor
  /// The global actor with this name, such as `MainActor`.
  case globalActor(String)

  var isGlobal: Bool { if case .globalActor = self { true } else { false } }
}
