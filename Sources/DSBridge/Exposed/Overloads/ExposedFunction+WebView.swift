/// Functions that run in the web view's isolation. `@Exposed` generates calls of `bind`. The compiler, which sees
/// through typealiases and optionals, chooses the overload by the function's type.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: Results

  /// Binds a function without parameters that returns a result. An argument of the page is ignored.
  public static func bind<R: Encodable>(_ name: String, _ function: @escaping () throws -> R) -> Self {
    let write = DirectCoding.writer(of: R.self)
    return Self(
      name, Types(value: R.self),
      synchronous: { try $0.reply(function(), by: write) },
      direct: write.map { write in { try write(function(), &$1) } })
  }

  /// Binds a function without parameters and without a result.
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

  /// Binds a function with one parameter that returns a result.
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

  /// Binds a function with one parameter and without a result.
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

  // MARK: Completions, which may be called on any thread until the last value

  /// Binds a function with a completion that is called once.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: T.self), completing: { _, responder in try function { responder.send($0) } })
  }

  /// Binds a function with a completion that is called until its second argument is true.
  public static func bind<T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (@escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(value: T.self, repeats: true),
      completing: { _, responder in try function { responder.send($0, last: $1) } })
  }

  /// Binds a function with a completion without a value.
  public static func bind(
    _ name: String, _ function: @escaping (@escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(name, Types(value: Void.self), completing: { _, responder in try function { responder.finish() } })
  }

  /// Binds a function with one parameter and a completion that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0) } })
  }

  /// Binds a function with one parameter and a completion that is called until its second argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: T.self, repeats: true),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.send($0, last: $1) } })
  }

  /// Binds a function with one parameter and a completion without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    Self(
      name, Types(A.self, value: Void.self),
      completing: { arguments, responder in try function(arguments.decode(A.self)) { responder.finish() } })
  }

  // MARK: Sequences: each element is sent to the page; the end has no value

  /// Binds a function without parameters that returns a sequence.
  public static func bind<S: AsyncSequence>(_ name: String, _ function: @escaping () throws -> S) -> Self
  where S.Element: Encodable {
    Self(
      name, Types(value: S.Element.self, repeats: true),
      streaming: { _, responder in try await responder.send(elementsOf: function()) })
  }

  /// Binds a function with one parameter that returns a sequence.
  public static func bind<A: Decodable & SendableMetatype, S: AsyncSequence>(
    _ name: String, _ function: @escaping (A) throws -> S
  ) -> Self where S.Element: Encodable {
    Self(
      name, Types(A.self, value: S.Element.self, repeats: true),
      streaming: { arguments, responder in try await responder.send(elementsOf: function(arguments.decode(A.self))) })
  }

  // MARK: Two parameters, of which the second may be a completion behind a typealias

  /// Binds a function with two parameters that returns a result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype, R: Encodable>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> R
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: R.self))
  }

  /// Binds a function with two parameters and without a result.
  public static func bind<A: Decodable & SendableMetatype, B: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, B) throws -> Void
  ) -> Self {
    bind(name) { (arguments: LabelledArguments) throws -> Void in
      try function(arguments.decode(labels.first ?? ""), arguments.decode(labels.last ?? ""))
    }.typed(Types(A.self, B.self, value: Void.self))
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called once.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, that is called until its second
  /// argument is true.
  public static func bind<A: Decodable & SendableMetatype, T: Encodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable (T, Bool) -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  /// Binds a function with one parameter and a completion, behind a typealias, without a value.
  public static func bind<A: Decodable & SendableMetatype>(
    _ name: String, labels: [String], _ function: @escaping (A, @escaping @Sendable () -> Void) throws -> Void
  ) -> Self {
    bind(name, function)
  }

  // MARK: Overloads that only explain an error; never called

  /// Explains the error for a function without parameters whose result is not `Encodable`.
  @available(
    *, unavailable, message: "the result must be Encodable; write '@unexposed' to hide the function from pages"
  )
  public static func bind<R>(_ name: String, _ function: @escaping () throws -> R) -> Self {
    Self(name, synchronous: { _ in .empty })
  }

  /// Explains the error for a function with one parameter whose result is not `Encodable`.
  @available(
    *, unavailable, message: "the result must be Encodable; write '@unexposed' to hide the function from pages"
  )
  public static func bind<A: Decodable & SendableMetatype, R>(
    _ name: String, _ function: @escaping (A) throws -> R
  ) -> Self {
    Self(name, synchronous: { _ in .empty })
  }
}
