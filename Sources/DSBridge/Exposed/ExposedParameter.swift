/// A description of how to read a parameter of an exposed function from a call. `@Exposed` generates `.parameter()`,
/// and the compiler selects the overload by the parameter's type, even if that type is a typealias.
@_documentation(visibility: internal)
public struct ExposedParameter<Value>: Sendable {
  /// The type of the parameter. For a completion, the type of the values that are passed to it.
  let types: ExposedFunction.Types
  /// Indicates whether the parameter, or the last of several parameters, is a completion. A completion needs the
  /// responder.
  var isCompletion = false
  /// A closure that decodes the value, or creates a completion that answers through the responder.
  let read: @Sendable (Arguments, Responder?) throws -> Value
  /// A closure that looks up a faster `read` for the default serializer, and returns nil if there is none.
  var direct: @Sendable () -> ((JSON) throws -> Value)? = { nil }
  /// A closure that decodes the value with the given label from the argument object.
  var member: (@Sendable (LabelledArguments, String) throws -> Value)?
}

extension ExposedParameter {
  /// A value that is decoded from JSON.
  public static func value() -> Self where Value: Decodable & SendableMetatype {
    Self(
      types: .init(argument: Value.self), read: { arguments, _ in try arguments.decode() },
      direct: {
        let direct = Value.self as? any DirectJSON.Type
        return direct?.reader as? (JSON) throws -> Value
      }, member: { try $0.decode($1) })
  }

  /// The arguments of a function that decodes them itself.
  public static func value() -> Self where Value == Arguments {
    Self(types: .init(argument: Value.self), read: { arguments, _ in arguments }, direct: { { Arguments(plain: $0) } })
  }

  /// The arguments of a function with several parameters.
  public static func value() -> Self where Value == LabelledArguments {
    Self(
      types: .init(argument: Value.self), read: { arguments, _ in try LabelledArguments(arguments) },
      direct: { { try LabelledArguments(Arguments(plain: $0)) } })
  }

  /// The arguments of a function that decodes them itself.
  public static func parameter() -> Self where Value == Arguments { value() }

  /// The arguments of a function with several parameters.
  public static func parameter() -> Self where Value == LabelledArguments { value() }

  /// A value. This overload is selected if the type is decodable; the macro cannot see whether the name of a type is a
  /// typealias for a completion.
  public static func parameter() -> Self where Value: Decodable & SendableMetatype { value() }

  /// A completion that is called once.
  public static func parameter<T: Encodable & SendableMetatype>() -> Self where Value == @Sendable (T) -> Void {
    completion(.init(value: T.self)) { responder in { responder.send($0) } }
  }

  /// A completion that is called until its second argument is true.
  public static func parameter<T: Encodable & SendableMetatype>() -> Self where Value == @Sendable (T, Bool) -> Void {
    completion(.init(value: T.self, repeats: true)) { responder in { responder.send($0, last: $1) } }
  }

  /// A completion without a value.
  public static func parameter() -> Self where Value == @Sendable () -> Void {
    completion(.init(value: Void.self)) { responder in { responder.finish() } }
  }

  /// Provides a helpful compiler error for a parameter that is neither a value nor a completion. Never called.
  @available(
    *, unavailable,
    message: "the parameter must be Decodable or a completion; write '@unexposed' to hide the function from pages"
  )
  public static func parameter() -> Self { Self(types: .init()) { _, _ in throw BridgeError(.argument, "") } }

  private static func completion(
    _ types: ExposedFunction.Types, _ value: @escaping @Sendable (Responder) -> Value
  ) -> Self {
    Self(types: types, isCompletion: true) { _, responder in
      guard let responder else { throw BridgeError(.callbackOnly, "The function answers through a callback.") }
      return value(responder)
    }
  }

  /// No parameters.
  static var none: ExposedParameter<Void> {
    ExposedParameter<Void>(types: .init(), read: { _, _ in }, direct: { { _ in } })
  }

  /// Two parameters, of which the second may be a completion.
  func with<Last>(_ last: ExposedParameter<Last>, labels: [String]) -> ExposedParameter<(Value, Last)> {
    guard let member, let other = last.member, let label = labels.first, let otherLabel = labels.last else {
      var types = last.types
      types.argument = self.types.argument
      return .init(types: types, isCompletion: last.isCompletion) { try (read($0, $1), last.read($0, $1)) }
    }
    let split: @Sendable (LabelledArguments) throws -> (Value, Last) = {
      try (member($0, label), other($0, otherLabel))
    }
    return .init(
      types: .init(argument: types.argument, second: last.types.argument),
      read: { arguments, _ in try split(LabelledArguments(arguments)) },
      direct: { { try split(LabelledArguments(Arguments(plain: $0))) } })
  }
}

/// A description of how to send the result of an exposed function to the page. `@Exposed` generates `.result()`, and
/// the compiler selects the overload by the result's type.
@_documentation(visibility: internal)
public struct ExposedResult<Value>: Sendable {
  let types: ExposedFunction.Types
  /// A closure that encodes the result.
  ///
  /// `nonisolated(unsafe)` is safe here and for `direct` and `send`: the closures capture only metatypes and
  /// conformances. `bind` is called in `exposedFunctions`, which is nonisolated, so the conformances are nonisolated
  /// too.
  nonisolated(unsafe) var reply: (Arguments, Value) throws -> Reply = { _, _ in .empty }
  /// A closure that looks up a faster `reply` for the default serializer, and returns nil if there is none.
  nonisolated(unsafe) var direct: () -> ((Value, inout [UInt8]) throws -> Void)? = { nil }
  /// A closure that sends the elements of a sequence.
  nonisolated(unsafe) var send: (nonisolated(nonsending) (Value, Responder) async throws -> Void)?
}

extension ExposedResult {
  /// A value that is encoded as JSON.
  public static func result() -> Self where Value: Encodable {
    Self(
      types: .init(value: Value.self), reply: { try $0.reply($1) },
      direct: {
        // Nil is sent as an empty value. The fast function would write null.
        guard !(Value.self is any NilRepresentable.Type) else { return nil }
        return (Value.self as? any DirectJSON.Type)?.writer as? (Value, inout [UInt8]) throws -> Void
      })
  }

  /// The result of a function that returns nothing. It must not be an overload of `result()`: Swift lets a closure with
  /// a single expression discard its value, so a function whose result is not `Encodable` would compile as a function
  /// without a result.
  public static func nothing() -> Self where Value == Void {
    Self(types: .init(value: Void.self), direct: { { $1.append(contentsOf: Reply.empty.json.bytes) } })
  }

  /// A sequence. Each element is sent to the page. The message that ends the call has no value.
  public static func result() -> Self
  where Value: AsyncSequence, Value.Element: Encodable {
    Self(types: .init(value: Value.Element.self, repeats: true), send: { try await $1.send(elementsOf: $0) })
  }

  /// Provides a helpful compiler error for a result that is not `Encodable`. Never called.
  @available(
    *, unavailable, message: "the result must be Encodable; write '@unexposed' to hide the function from pages"
  )
  public static func result() -> Self { Self(types: .init()) }
}
