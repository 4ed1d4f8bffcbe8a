/// Functions that run in the web view's isolation. `@Exposed` writes calls of these: the compiler, which sees through
/// typealiases and optionals, chooses by the function's own type.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: One value at most

  /// No parameter, a result. What the page sends is ignored.
  public static func bind<R: Encodable>(_ name: String, _ function: @escaping () throws -> R) -> Self {
    let write = DirectCoding.writer(of: R.self)
    return Self(
      name, Types(value: R.self),
      synchronous: { try $0.reply(function(), by: write) },
      direct: write.map { write in { try write(function(), &$1) } })
  }

  /// No parameter, no result.
  public static func bind(_ name: String, _ function: @escaping () throws -> Void) -> Self {
    Self(
      name, Types(value: Void.self),
      synchronous: { _ in
        try function()
        return .empty
      },
      direct: {
        try function()
        $1.append(contentsOf: Reply.empty.json.bytes)
      })
  }

  /// A parameter and a result.
  public static func bind<A: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, _ function: @escaping (A) throws -> R
  ) -> Self {
    let (read, write) = (DirectCoding.reader(of: A.self), DirectCoding.writer(of: R.self))
    var direct: Direct?
    if let read, let write { direct = { try write(function(read($0)), &$1) } }
    return Self(
      name, Types(A.self, value: R.self),
      synchronous: { try $0.reply(function($0.decode(by: read)), by: write) },
      direct: direct)
  }

  /// A parameter, no result.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A) throws -> Void
  ) -> Self {
    let read = DirectCoding.reader(of: A.self)
    return Self(
      name, Types(A.self, value: Void.self),
      synchronous: {
        try function($0.decode(by: read))
        return .empty
      },
      direct: read.map { read in
        {
          try function(read($0))
          $1.append(contentsOf: Reply.empty.json.bytes)
        }
      })
  }

  // MARK: A completion, which may be called from any thread until the last value

  /// A completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), completing: { _, responder in try function { responder.send($0) } })
  }

  /// A completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      completing: { _, responder in try function { responder.send($0, last: $1) } })
  }

  /// A completion without a value.
  public static func bind(
    _ name: String, _ function: @escaping (@escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), completing: { _, responder in try function { responder.finish() } })
  }

  /// A parameter, and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// A parameter, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0, last: $1) } })
  }

  /// A parameter, and a completion without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.finish() } })
  }

  // MARK: A sequence: each element is a value for the page; the end is none

  /// No parameter.
  public static func bind<S: AsyncSequence>(_ name: String, _ function: @escaping () throws -> S) -> Self
  where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: function()) })
  }

  /// A parameter.
  public static func bind<A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, _ function: @escaping (A) throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in try await responder.send(elementsOf: function(arguments.decode(A.self))) })
  }

  // MARK: Two parameters, of which the second may be a completion behind a typealias

  /// Two values, a result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> R
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: R.self))
  }

  /// Two values, no result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> Void
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) throws -> Void in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: Void.self))
  }

  /// A value, and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// A value, and a completion without one.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  // MARK: What is chosen when nothing else fits, to say why; never called

  /// A result that is not `Encodable`.
  @available(*, unavailable, message: "what a function returns must be Encodable; '@unexposed' keeps it from pages")
  public static func bind<R>(_ name: String, _ function: @escaping () throws -> R) -> Self {
    Self(name, synchronous: { _ in .empty })
  }

  /// As above, with a parameter.
  @available(*, unavailable, message: "what a function returns must be Encodable; '@unexposed' keeps it from pages")
  public static func bind<A: Decodable & SendableMetatype, R>(
    _ name: String, _ function: @escaping (A) throws -> R
  ) -> Self {
    Self(name, synchronous: { _ in .empty })
  }
}
