import Foundation

extension Props {
  /// Returns the values that templates can read in addition to props: `version`, `os.version`, `device.name` and
  /// `device.vendor`.
  /// - Parameters:
  ///   - version: the program's version.
  ///   - systemVersion: the version of the operating system; `nil` for the version of this system.
  ///   - deviceName: the name of the device; `nil` for this machine's host name.
  ///   - deviceVendor: the vendor of the device; `nil` for the vendor that this machine reports, which may be empty.
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
