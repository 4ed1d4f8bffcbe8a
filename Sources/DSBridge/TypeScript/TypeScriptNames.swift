/// A generator of unique TypeScript names for Swift types.
struct TypeScriptNames {
  /// The names in use. Initially, the names that already have a meaning in the declarations.
  private var taken: Set<String> = [
    "AbortSignal", "Array", "BridgeError", "Native", "NativeAnswer", "NativeBridge", "NativeCallOptions", "Promise",
    "Record", "any", "bigint", "boolean", "declare", "export", "global", "interface", "never", "null", "number",
    "object", "string", "symbol", "type", "undefined", "unknown", "void",
  ]

  /// Returns a new name for a type, such as `DownloadProgressState` for `DownloadProgress.State`. A number is
  /// appended if another type has the same name.
  mutating func name(for type: Any.Type) -> String {
    let base = TypeScriptNames.base(of: type)
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  /// Returns the type's name without the module, and without `(unknown context at …)`, which Swift prints for a type
  /// inside a function or private to a file.
  private static func base(of type: Any.Type) -> String {
    var depth = 0
    let text = String(reflecting: type).filter { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth == 0
    }
    let words = text.split { "<>, ".contains($0) }.flatMap { word in
      word.contains(".") ? word.split(separator: ".", omittingEmptySubsequences: false).dropFirst() : [word]
    }
    let name = words.joined().filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return name.first?.isNumber == false ? name : "Type\(name)"
  }
}
