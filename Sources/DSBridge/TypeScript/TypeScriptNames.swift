/// Gives each Swift type a name of its own.
struct TypeScriptNames {
  /// Names that the declarations use for something else.
  private var taken: Set<String> = [
    "AbortSignal", "Array", "BridgeError", "Native", "NativeAnswer", "NativeBridge", "NativeCallOptions", "Promise",
    "Record", "any", "bigint", "boolean", "declare", "export", "global", "interface", "never", "null", "number",
    "object", "string", "symbol", "type", "undefined", "unknown", "void",
  ]

  /// `DownloadProgressState` for `DownloadProgress.State`; a number follows where another type is called so.
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

  /// Without the module, and without `(unknown context at …)`, which stands for a function or a file.
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
