/// A function as a member of a TypeScript interface.
struct TypeScriptFunction {
  private let signature: ExposedFunction.Signature
  private let parameters: [TypeScriptMember]
  private let value: TypeScriptType
  private let foreign: String?
  /// The length above which a declaration is split into lines.
  private static let longest = 110

  init(_ function: ExposedFunction, types: TypeScriptTypes) {
    signature = function.signature
    foreign = function.foreignType
    parameters = signature.parameters.map { parameter in
      let type = parameter.type.map { types.type(of: $0) } ?? .unknown(because: nil)
      let isNullable = parameter.hasDefault && !(parameter.type is any NilRepresentable.Type)
      return TypeScriptMember(
        name: parameter.key, type: isNullable ? type.orNull : type, isOptional: parameter.isOptional)
    }
    value = TypeScriptFunction.value(of: signature, with: types)
  }

  /// Returns the type of the function's values. Swift's nil is sent as `""`, like a missing result.
  private static func value(of signature: ExposedFunction.Signature, with types: TypeScriptTypes) -> TypeScriptType {
    guard let type = signature.value else { return .unknown(because: nil) }
    guard let optional = type as? any WrappingOptional.Type else { return types.type(of: type) }
    return types.type(of: optional.wrapped).or(.nothing)
  }

  /// Returns the declaration, such as `(input: number, options?: NativeCallOptions): Promise<number>`.
  func text(indentation: String) -> String {
    if let foreign { return foreign }
    let line = "(\(input.text), options?: NativeCallOptions): \(result)"
    guard line.count + indentation.count > Self.longest, parameters.count > 1 else { return line }
    let lines = parameters.map { "\(indentation)  \($0.text);\n" }.joined()
    return "(\(inputName): {\n\(lines)\(indentation)}, options?: NativeCallOptions): \(result)"
  }

  private var result: String { "\(signature.repeats ? "NativeAnswer" : "Promise")<\(value.text)>" }

  /// The type on one line, without the parameter `options` that all functions have: `(input: number): Promise<number>`.
  var summary: String { "(\(parameters.isEmpty ? "" : input.text)): \(result)" }

  private var inputName: String { parameters.allSatisfy(\.isOptional) ? "input?" : "input" }

  /// The parameter of the declaration: nothing, a value, or an object with a member for each label.
  private var input: TypeScriptMember {
    switch parameters.count {
    case 0: TypeScriptMember(name: "none", type: .null, isOptional: true)
    case 1:
      TypeScriptMember(
        name: TypeScriptText.parameter(signature.parameters[0].name), type: parameters[0].type,
        isOptional: parameters[0].isOptional)
    default: TypeScriptMember(name: "input", type: .object(parameters), isOptional: parameters.allSatisfy(\.isOptional))
    }
  }

  /// Returns the comment above the declaration, with its line end; "" for none.
  func comment(indentation: String) -> String {
    let names =
      parameters.count > 1
      ? signature.parameters.flatMap { [($0.name, "input.\($0.key)"), ($0.key, "input.\($0.key)")] }
      : signature.parameters.map { ($0.name, TypeScriptText.parameter($0.name)) }
    return TypeScriptComment(
      signature.documentation, parameters: Dictionary(names, uniquingKeysWith: { first, _ in first })
    ).text(indentation: indentation)
  }
}

/// An optional type that provides its wrapped type.
private protocol WrappingOptional {
  static var wrapped: Any.Type { get }
}

extension Optional: WrappingOptional {
  fileprivate static var wrapped: Any.Type {
    (Wrapped.self as? any WrappingOptional.Type)?.wrapped ?? Wrapped.self
  }
}
