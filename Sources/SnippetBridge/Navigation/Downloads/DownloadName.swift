import DSBridgeText
import Foundation

/// A file name derived from an untrusted suggestion. It is safe to use in any folder.
struct DownloadName: Sendable, Hashable {
  private let stem: String
  /// The extension with its leading dot, or an empty string if there is none.
  private let ending: String

  /// The maximum size of a name, in bytes. File systems allow 255 bytes. The remaining bytes are for the time, a
  /// number, and the extension of a part file.
  static let longest = 224
  private static let longestEnding = 32
  private static let nameless = "download"

  /// Returns the file name suggested by the `Content-Disposition` header, by the page or by the URL, in this order.
  static func suggested(disposition: ContentDisposition?, attribute: String?, url: URL?) -> String {
    let isWeb = url?.scheme?.lowercased() == "https" || url?.scheme?.lowercased() == "http"
    let names = [disposition?.filename, attribute, isWeb ? url?.lastPathComponent : nil]
    return names.compactMap(\.self).first { !$0.isEmpty } ?? nameless
  }

  init(_ suggested: String) {
    var name = Self.clean(String(streamSafe: suggested))
    // Windows treats these names as devices, even with an extension.
    let device = name.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).uppercased()
    if Self.devices.contains(device) { name = "_" + name }
    if name.isEmpty { name = Self.nameless }

    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let hasEnding = dot != name.startIndex && name[dot...].utf8.count <= Self.longestEnding
    ending = hasEnding ? String(name[dot...]) : ""
    stem = Self.cut(hasEnding ? name[..<dot] : name[...], to: Self.longest - ending.utf8.count)
  }

  /// Returns the file name, such as `1700000000000_report.pdf`. If `number` is greater than 1, the name contains it.
  func text(milliseconds: Int64, number: Int = 1) -> String {
    "\(milliseconds)_\(stem)\(number > 1 ? "-\(number)" : "")\(ending)"
  }

  // MARK: Parts

  private static let devices: Set<String> = {
    let numbers = (0...9).map { "\($0)" } + ["¹", "²", "³"]
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbers.flatMap { ["COM\($0)", "LPT\($0)"] })
  }()

  /// Returns the last path component with unsafe characters removed or replaced.
  ///
  /// Works on Unicode scalars. In Swift, a slash followed by a combining accent is a single character, but the system
  /// still treats it as a slash.
  private static func clean(_ suggested: String) -> String {
    let parts = suggested.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    var scalars = String.UnicodeScalarView()
    for scalar in parts.last ?? suggested.unicodeScalars.prefix(0) {
      if scalar.properties.isWhitespace {
        if scalars.last != " " { scalars.append(" ") }
      } else if "<>:\"|?*".unicodeScalars.contains(scalar) {
        scalars.append("_")
      } else if isVisible(scalar) {
        scalars.append(scalar)
      }
    }
    // Windows drops dots and spaces at the end of a name.
    return String(scalars).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
  }

  /// Returns whether a file name may contain the scalar.
  ///
  /// Control characters, invisible format characters and those that change the text direction are not allowed. The
  /// joiners U+200C and U+200D are allowed, because words may contain them.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: false
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  /// Returns the longest prefix of whole characters that fits in `limit` bytes.
  private static func cut(_ text: Substring, to limit: Int) -> String {
    var count = 0
    let short = text.prefix { character in
      count += character.utf8.count
      return count <= limit
    }
    let result = short.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    return result.isEmpty ? nameless : result
  }
}

extension DownloadName: CustomStringConvertible {
  /// The name for display, without the time.
  var description: String { stem + ending }
}
