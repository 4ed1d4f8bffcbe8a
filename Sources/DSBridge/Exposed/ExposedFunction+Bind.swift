/// The overloads of `bind` for functions with no, one or two parameters. `@Exposed` generates the calls to `bind`.
/// Functions with more parameters receive their arguments as one object.
@_documentation(visibility: internal)
extension ExposedFunction {
  // MARK: Functions that run in the web view's isolation

  /// Binds a function without parameters.
  public static func bind<R>(_ name: String, _ result: ExposedResult<R>, _ function: @escaping () throws -> R) -> Self {
    Self(name, ExposedParameter<Void>.none, result) { _ in try function() }
  }

  /// Binds a function with one parameter.
  public static func bind<A, R>(
    _ name: String, _ parameter: ExposedParameter<A>, _ result: ExposedResult<R>,
    _ function: @escaping (A) throws -> R
  ) -> Self {
    Self(name, parameter, result, function)
  }

  /// Binds a function with two parameters.
  public static func bind<A, B, R>(
    _ name: String, labels: [String] = [], _ first: ExposedParameter<A>, _ last: ExposedParameter<B>,
    _ result: ExposedResult<R>, _ function: @escaping (A, B) throws -> R
  ) -> Self {
    Self(name, first.with(last, labels: labels), result) { try function($0.0, $0.1) }
  }

  private init<P, R>(
    _ name: String, _ parameters: ExposedParameter<P>, _ result: ExposedResult<R>,
    _ function: @escaping (P) throws -> R
  ) {
    let (read, write) = (parameters.direct(), result.direct())
    if parameters.isCompletion {
      self.init(name, completing: { _ = try function(parameters.read($0, $1)) })
    } else if let send = result.send {
      self.init(name, streaming: { try await send(function(parameters.read($0, nil)), $1) })
    } else {
      self.init(
        name,
        synchronous: { arguments in
          let isPlain = arguments.isPlain
          let values = try isPlain ? read?(arguments.json) : nil
          let value = try function(values ?? parameters.read(arguments, nil))
          guard isPlain, let write else { return try result.reply(arguments, value) }
          var bytes: [UInt8] = []
          try write(value, &bytes)
          return Reply(json: JSON(bytes: bytes))
        })
      if let read, let write { direct = { try write(function(read($0)), &$1) } }
    }
    types = parameters.types.with(result.types)
  }

  // MARK: Asynchronous functions in the web view's isolation, and functions of global actors

  /// Binds a function without parameters.
  public static func bind<R>(
    _ name: String, _ result: ExposedResult<R>,
    later function: nonisolated(nonsending) @escaping () async throws -> R
  ) -> Self {
    Self(name, ExposedParameter<Void>.none, result, later: { _ in try await function() })
  }

  /// Binds a function with one parameter.
  public static func bind<A, R>(
    _ name: String, _ parameter: ExposedParameter<A>, _ result: ExposedResult<R>,
    later function: nonisolated(nonsending) @escaping (A) async throws -> R
  ) -> Self {
    Self(name, parameter, result, later: function)
  }

  /// Binds a function with two parameters.
  public static func bind<A, B, R>(
    _ name: String, labels: [String] = [], _ first: ExposedParameter<A>, _ last: ExposedParameter<B>,
    _ result: ExposedResult<R>, later function: nonisolated(nonsending) @escaping (A, B) async throws -> R
  ) -> Self {
    Self(name, first.with(last, labels: labels), result, later: { try await function($0.0, $0.1) })
  }

  private init<P, R>(
    _ name: String, _ parameters: ExposedParameter<P>, _ result: ExposedResult<R>,
    later function: nonisolated(nonsending) @escaping (P) async throws -> R
  ) {
    if parameters.isCompletion {
      self.init(name, streaming: { _ = try await function(parameters.read($0, $1)) })
    } else if let send = result.send {
      self.init(name, streaming: { try await send(function(parameters.read($0, nil)), $1) })
    } else {
      self.init(name, asynchronous: { try result.reply($0, await function(parameters.read($0, nil))) })
    }
    types = parameters.types.with(result.types)
  }

  // MARK: Functions of an actor, which decodes and encodes: values need not be Sendable

  /// Binds a function without parameters.
  public static func bind<I: Actor, R>(
    _ name: String, on actor: I, _ result: ExposedResult<R>,
    _ function: @escaping @Sendable (isolated I) async throws -> R
  ) -> Self {
    Self(name, on: actor, ExposedParameter<Void>.none, result) { (me: isolated I, _: Void) in try await function(me) }
  }

  /// Binds a function with one parameter.
  public static func bind<I: Actor, A, R>(
    _ name: String, on actor: I, _ parameter: ExposedParameter<A>, _ result: ExposedResult<R>,
    _ function: @escaping @Sendable (isolated I, A) async throws -> R
  ) -> Self {
    Self(name, on: actor, parameter, result, function)
  }

  /// Binds a function with two parameters.
  public static func bind<I: Actor, A, B, R>(
    _ name: String, on actor: I, labels: [String] = [], _ first: ExposedParameter<A>, _ last: ExposedParameter<B>,
    _ result: ExposedResult<R>, _ function: @escaping @Sendable (isolated I, A, B) async throws -> R
  ) -> Self {
    Self(name, on: actor, first.with(last, labels: labels), result) { (me: isolated I, values: (A, B)) in
      try await function(me, values.0, values.1)
    }
  }

  private init<I: Actor, P, R>(
    _ name: String, on actor: I, _ parameters: ExposedParameter<P>, _ result: ExposedResult<R>,
    _ function: @escaping @Sendable (isolated I, P) async throws -> R
  ) {
    if parameters.isCompletion {
      self.init(
        name,
        streaming: { arguments, responder in
          try await { (me: isolated I) in _ = try await function(me, parameters.read(arguments, responder)) }(actor)
        })
    } else if result.send != nil {
      self.init(
        name,
        streaming: { arguments, responder in
          try await { (me: isolated I) in
            try await result.send?(function(me, parameters.read(arguments, nil)), responder)
          }(actor)
        })
    } else {
      self.init(
        name,
        asynchronous: { arguments in
          try await { (me: isolated I) in
            try result.reply(arguments, await function(me, parameters.read(arguments, nil)))
          }(actor)
        })
    }
    types = parameters.types.with(result.types)
  }

  // MARK: Functions in a module whose default isolation is the main actor

  /// Binds a function without parameters.
  public static func bind<R: Sendable>(
    _ name: String, _ result: ExposedResult<R>, _ function: @escaping @MainActor @Sendable () throws -> R
  ) -> Self {
    bind(name, result, later: function)
  }

  /// Binds a function with one parameter.
  public static func bind<A: Sendable, R: Sendable>(
    _ name: String, _ parameter: ExposedParameter<A>, _ result: ExposedResult<R>,
    _ function: @escaping @MainActor @Sendable (A) throws -> R
  ) -> Self {
    bind(name, parameter, result, later: function)
  }

  /// Binds a function with one parameter and a completion.
  public static func bind<A: Sendable, B: Sendable, R: Sendable>(
    _ name: String, labels: [String] = [], _ first: ExposedParameter<A>, _ last: ExposedParameter<B>,
    _ result: ExposedResult<R>, _ function: @escaping @MainActor @Sendable (A, B) throws -> R
  ) -> Self {
    bind(name, labels: labels, first, last, result, later: function)
  }
}
