import Foundation
import SnippetShell

/// The translation of values that differ between the recorded session and the replay: the server's address, and
/// secrets.
struct ReplayTranslation: Sendable {
  private let url: URL
  /// The origin of the recorded server: `http://127.0.0.1:8080`.
  private let recorded: String?
  private let live: String
  private let secrets: [String: String]

  init(_ recording: Recording, to url: URL, secrets: [String: String]) {
    self.url = url
    self.secrets = secrets
    live = Self.origin(of: url.absoluteString) ?? ""
    recorded =
      recording.steps.lazy.compactMap { step in
        if case .opened(_, let address, _) = step.content { Self.origin(of: address) } else { nil }
      }.first
  }

  private static func origin(of address: String) -> String? {
    address.firstMatch(of: /^https?:\/\/[^\/?#"]+/).map { String($0.output) }
  }

  /// Returns the address that a recorded page has in the replay.
  func url(_ address: String) -> URL { URL(string: moved(address, recorded, live)) ?? url }

  /// Returns a recorded JSON text as it is sent to Swift: with the tested server's address, and with the secrets.
  /// - Parameter function: The function that the page calls.
  func toSwift(_ json: String, function: String?) -> String {
    let json = moved(json, recorded, live)
    guard json.contains(Props.mask), !secrets.isEmpty else { return json }
    let mask = Props.string(Props.mask).json
    let name = function.flatMap { $0.split(separator: ".").last.map(String.init) }
    if json == mask {
      return function.flatMap { secrets[$0] } ?? name.flatMap { secrets[$0] } ?? json
    }
    return secrets.reduce(json) { json, secret in
      let key = Props.string(secret.key).json + ":"
      return json.replacing(key + mask, with: key + secret.value)
    }
  }

  /// Returns a JSON text of Swift with the recorded server's address instead of the tested server's address.
  func toRecorded(_ json: String) -> String { moved(json, live, recorded) }

  private func moved(_ text: String, _ old: String?, _ new: String?) -> String {
    guard let old, let new, old != new, !old.isEmpty else { return text }
    return text.replacing(old, with: new)
  }
}
