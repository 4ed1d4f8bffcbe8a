import DSBridgeText
import Foundation

/// What a response says of how to show it, and under which name to keep it.
///
/// RFC 6266; RFC 8187 for `filename*`. As lenient as browsers: what cannot be read is passed over.
struct ContentDisposition: Sendable, Equatable {
  /// To be kept and not to be shown: every type but `inline`.
  let isAttachment: Bool
  /// As the sender has it: it is not safe yet.
  let filename: String?

  init(_ header: String) {
    let parts = Self.split(header)
    let type = parts.first.flatMap { $0.contains("=") ? nil : $0.lowercased() } ?? "inline"
    isAttachment = type != "inline"
    var values: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = part[..<equals].trimmed.lowercased()
      // Of a name that comes twice, the first counts.
      if values[name] == nil { values[name] = String(part[part.index(after: equals)...].trimmed) }
    }
    let name = values["filename*"].flatMap(Self.decode) ?? values["filename"].map(Self.unquote)
    filename = name?.isEmpty == false ? name : nil
  }

  /// At semicolons, but not within quotes.
  private static func split(_ header: String) -> [Substring] {
    var parts: [Substring] = []
    var start = header.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in header.indices {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch header[index] {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: isEscaped = true
      case ";" where !isQuoted:
        parts.append(header[start..<index].trimmed)
        start = header.index(after: index)
      default: break
      }
    }
    return (parts + [header[start...].trimmed]).filter { !$0.isEmpty }
  }

  /// A token stays as it is.
  private static func unquote(_ value: String) -> String {
    guard value.hasPrefix("\"") else { return value }
    var result = ""
    var isEscaped = false
    for character in value.dropFirst() {
      if isEscaped || character != "\\" && character != "\"" {
        result.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        break
      }
    }
    return result
  }

  /// `UTF-8'en'%e2%82%ac.txt`; nil when it is none, or in an encoding that senders no longer use.
  private static func decode(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding.map { String(streamSafe: $0) }
  }
}

extension Substring {
  /// Without white space at both ends.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}
