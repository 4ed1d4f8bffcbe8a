import Foundation
import FoundationXML
import SnippetBridgePlatform

/// The points of a GPX file, in order. These are the points of all tracks, or, in a file without tracks, the points of
/// all routes. In a file without tracks and routes, these are the waypoints.
struct GPXFile {
  let points: [GPXPoint]

  init(path: String) throws(GPXError) {
    let url = URL(filePath: path)
    // For a folder or a pipe, Foundation reports a number or a wrong reason.
    do { try FileError.check(url.path) } catch { throw GPXError(path, "The path does not name a file.") }
    do {
      try self.init(Data(contentsOf: url), name: path)
    } catch let error as GPXError {
      throw error
    } catch {
      // Foundation's description of every file error begins with this sentence.
      let words = error.localizedDescription.trimmingPrefix("The operation could not be completed. ")
      throw GPXError(path, "The file cannot be read: \(words)")
    }
  }

  init(_ data: Data, name: String) throws(GPXError) {
    let parser = XMLParser(data: data)
    let reader = Reader(file: name)
    parser.delegate = reader
    // Removes namespace prefixes, so that `<gpx:trkpt>` is recognized as a track point.
    parser.shouldProcessNamespaces = true
    let isWhole = parser.parse()
    if let error = reader.error { throw error }
    // Foundation accepts a truncated file. Therefore, check that the outermost element has ended. For other errors,
    // Foundation reports only a number.
    guard isWhole, reader.isComplete else {
      throw GPXError(name, line: max(parser.lineNumber, 1), "The file is not valid XML, or is incomplete.")
    }
    let kinds = ["trkpt", "rtept", "wpt"]
    guard let points = kinds.lazy.compactMap({ reader.points[$0] }).first else {
      throw GPXError(name, "The file contains no track, route or waypoint.")
    }
    self.points = points
  }
}

/// Collects the points while the file is parsed. Stops at the first error.
private final class Reader: NSObject, XMLParserDelegate {
  private let file: String
  private(set) var points: [String: [GPXPoint]] = [:]
  private(set) var error: GPXError?
  private var elements: [String] = []
  /// Whether the parser has reached the end of the outermost element.
  private(set) var isComplete = false
  private var point: GPXPoint?
  private var text = ""

  init(file: String) { self.file = file }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if elements.isEmpty, name != "gpx" {
      return fail(parser, "The file is not GPX: its root element is <\(name)>, not <gpx>.")
    }
    elements.append(name)
    text = ""
    guard name == "trkpt" || name == "rtept" || name == "wpt" else { return }
    guard let latitude = degrees("lat", "latitude", 90, attributes, parser),
      let longitude = degrees("lon", "longitude", 180, attributes, parser)
    else { return }
    point = GPXPoint(latitude: latitude, longitude: longitude, line: parser.lineNumber)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    elements.removeLast()
    isComplete = elements.isEmpty
    guard let point else { return }
    if name == "trkpt" || name == "rtept" || name == "wpt" {
      points[name, default: []].append(point)
      self.point = nil
      return
    }
    // Elements with these names may also occur inside extensions, so check the parent element.
    guard elements.last == "trkpt" || elements.last == "rtept" || elements.last == "wpt" else { return }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "ele":
      guard let altitude = Double(text), altitude.isFinite else {
        return fail(parser, "<ele>\(text.prefix(40))</ele> is not a valid elevation: a number of metres is required.")
      }
      self.point?.altitude = altitude
    case "time":
      guard let time = Self.time(text) else {
        return fail(parser, "<time>\(text.prefix(40))</time> is not a valid time, such as 2026-05-01T12:00:00Z.")
      }
      self.point?.time = time
    default: break
    }
  }

  private func degrees(
    _ name: String, _ meaning: String, _ limit: Double, _ attributes: [String: String], _ parser: XMLParser
  ) -> Double? {
    guard let text = attributes[name] else {
      fail(parser, "A point has no attribute \(name), its \(meaning).")
      return nil
    }
    guard let value = Double(text.trimmingCharacters(in: .whitespaces)), abs(value) <= limit else {
      fail(
        parser,
        "\(name)=\"\(text.prefix(40))\" is not a valid \(meaning): use a number from -\(Int(limit)) to \(Int(limit)).")
      return nil
    }
    return value
  }

  private func fail(_ parser: XMLParser, _ problem: String) {
    if error == nil { error = GPXError(file, line: parser.lineNumber, problem) }
    parser.abortParsing()
  }

  /// Parses an ISO 8601 time. A time without a zone is UTC, as GPX defines.
  private static func time(_ text: String) -> Date? {
    let hasZone = text.hasSuffix("Z") || text.dropFirst(19).contains { $0 == "+" || $0 == "-" }
    let text = hasZone ? text : text + "Z"
    return (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
