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
    var name = ""
    var word = ""
    var isOutermost = true
    var depth = 0
    for character in String(reflecting: type) {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case _ where depth > 0: continue
      case ".":
        if !isOutermost { name += word }
        isOutermost = false
        word = ""
      case "<", ">", ",", " ":
        name += word
        word = ""
        isOutermost = true
      default:
        if character.isASCII, character.isLetter || character.isNumber || character == "_" { word.append(character) }
      }
    }
    name += word
    return name.first?.isNumber == false ? name : "Type\(name)"
  }
}
