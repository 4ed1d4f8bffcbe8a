import DSBridgeText
import Foundation

/// A file's name that is safe in every folder, made from one that anybody may have suggested.
struct DownloadName: Sendable, Hashable {
  private let stem: String
  /// With its dot; empty when there is none.
  private let ending: String

  /// Leaves room for the time, a number, and the ending of a file that is being written, in 255 bytes.
  static let longest = 224
  private static let longestEnding = 32
  private static let nameless = "download"

  /// The name that the server has given, or the page, or the address.
  static func suggested(disposition: ContentDisposition?, attribute: String?, url: URL?) -> String {
    let isWeb = url?.scheme?.lowercased() == "https" || url?.scheme?.lowercased() == "http"
    let names = [disposition?.filename, attribute, isWeb ? url?.lastPathComponent : nil]
    return names.compactMap(\.self).first { !$0.isEmpty } ?? nameless
  }

  init(_ suggested: String) {
    var name = Self.clean(String(streamSafe: suggested))
    // Windows takes these for devices, with any ending.
    let device = name.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).uppercased()
    if Self.devices.contains(device) { name = "_" + name }
    if name.isEmpty { name = Self.nameless }

    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let hasEnding = dot != name.startIndex && name[dot...].utf8.count <= Self.longestEnding
    ending = hasEnding ? String(name[dot...]) : ""
    stem = Self.cut(hasEnding ? name[..<dot] : name[...], to: Self.longest - ending.utf8.count)
  }

  /// `1700000000000_report.pdf`, and from the second on with a number.
  func text(milliseconds: Int64, number: Int = 1) -> String {
    "\(milliseconds)_\(stem)\(number > 1 ? "-\(number)" : "")\(ending)"
  }

  // MARK: Parts

  private static let devices: Set<String> = {
    let numbers = (0...9).map { "\($0)" } + ["¹", "²", "³"]
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbers.flatMap { ["COM\($0)", "LPT\($0)"] })
  }()

  /// By scalars: a slash and an accent are one character, and still a slash to the system.
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
    // Windows drops dots and spaces at the end.
    return String(scalars).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
  }

  /// No control character, and none that turns the direction of the text or cannot be seen; but those that join letters
  /// are part of them.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: false
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  /// Whole characters.
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
  /// For a reader; without the time.
  var description: String { stem + ending }
}
