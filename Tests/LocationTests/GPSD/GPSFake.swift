import Foundation
import SnippetBridgePlatform

/// A real gpsd, which Debian's gpsfake feeds with ten positions of a simulated receiver. The receiver starts at 46° N,
/// 14.5° E, and moves north by 0.0001° per second of its own time.
final class GPSFake: Sendable {
  let port: Int
  private let process: pid_t
  private let log: String

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(port: Int) throws {
    self.port = port
    log = FileManager.default.temporaryDirectory.appending(path: "GPSFake-\(UUID()).nmea").path
    try Data(Self.sentences.utf8).write(to: URL(filePath: log))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: CInt in 0...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
    // Start a process group, so that all of its processes can be ended together.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = ["gpsfake", "-q", "-c", "0.03", "-P", "\(port)", log]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let error = posix_spawnp(&process, "gpsfake", &actions, &attributes, &arguments, environ)
    guard error == 0 else {
      throw Failure(
        description: "gpsfake cannot be run, which `make test` installs: \(String(cString: strerror(error)))")
    }
    self.process = process
  }

  func stop() {
    kill(-process, SIGKILL)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    try? FileManager.default.removeItem(atPath: log)
  }

  /// The sentences of the receiver, in NMEA 0183.
  private static var sentences: String {
    let sentences = (0..<10).flatMap { second -> [String] in
      let time = "12000\(second).00"
      let place = String(format: "46%07.4f,N,01430.0000,E", Double(second) * 0.006)
      return [
        "GPRMC,\(time),A,\(place),021.6,000.0,010526,,,A", "GPGGA,\(time),\(place),1,08,0.9,300.0,M,46.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,0.9,1.2",
      ]
    }
    return sentences.map { sentence in
      let checksum: Int = sentence.utf8.reduce(0) { $0 ^ Int($1) }
      return "$\(sentence)*\(String(format: "%02X", checksum))\r\n"
    }.joined()
  }
}
