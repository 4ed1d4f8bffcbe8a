import Foundation

extension Props {
  /// What templates read besides props: `version`, `os.version`, `device.name` and `device.vendor`.
  /// - Parameters:
  ///   - version: the program's.
  ///   - systemVersion: nil for this system's.
  ///   - deviceName: nil for this machine's name.
  ///   - deviceVendor: nil for what this machine says of its maker, which may be nothing.
  public static func builtIns(
    version: String = "", systemVersion: String? = nil, deviceName: String? = nil, deviceVendor: String? = nil
  ) -> Props {
    [
      "version": .string(version),
      "os": ["version": .string(systemVersion ?? ProcessInfo.processInfo.operatingSystemVersionString)],
      "device": [
        "name": .string(deviceName ?? ProcessInfo.processInfo.hostName),
        "vendor": .string(deviceVendor ?? vendor),
      ],
    ]
  }

  private static let vendor =
    (try? String(contentsOfFile: "/sys/class/dmi/id/sys_vendor", encoding: .utf8))?.trimming(while: \.isWhitespace)
    ?? ""
}
