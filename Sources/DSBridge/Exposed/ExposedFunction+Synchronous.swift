/// Overloads on the function's own type: the compiler chooses, so typealiases and optionals need no care.
extension ExposedFunction {
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
}
