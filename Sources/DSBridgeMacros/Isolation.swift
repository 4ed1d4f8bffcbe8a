import SwiftSyntax

/// Where a function runs.
enum Isolation: Equatable {
  case none
  /// In its caller's isolation: `nonisolated(nonsending)`.
  case caller
  /// On the actor that declares it.
  case actor
  /// On the actor of that name: `MainActor`.
  case globalActor(String)
}

extension Isolation {
  var isGlobal: Bool {
    if case .globalActor = self { true } else { false }
  }
}
