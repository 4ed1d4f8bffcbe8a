import Testing

/// Tests of a command whose own options have the same names as options of the bridge. So the bridge's options have the
/// prefix `web`.
@Suite(.timeLimit(.minutes(5))) struct OptionTests {
  @Test func itsOwnStandBesideTheBridges() throws {
    let run = try Run(
      "ShopCommand", "--explain", "--name", "Corner", "--key", "till.key", "--web-port", "8123",
      "--web-name", "kiosk.example")
    #expect(run.output == "Corner, till.key; port 8123, names [\"kiosk.example\"]\n")
    #expect(run.status == 0)
  }

  /// Error messages name the bridge's options with the prefix.
  @Test func whatIsWrongHasThePrefix() throws {
    let run = try Run("ShopCommand", "--name", "Corner", "--web-port", "123456")
    #expect(run.errors.first == "Error: --web-port must be from 0 to 65535, not 123456.")
    let help = try Run("ShopCommand", "--help").output
    #expect(help.contains("--web-certificate <web-certificate>") && help.contains("implies --web-tls"))
  }
}
