import Foundation
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct DownloadNameTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let suggested: String
    let name: String

    init(_ name: String, _ suggested: String, _ expected: String) {
      (testDescription, self.suggested, self.name) = (name, suggested, expected)
    }
  }

  @Test(arguments: [
    Case("a plain one", "report.pdf", "report.pdf"),
    Case("other letters", "Größe 報告.pdf", "Größe 報告.pdf"),
    Case("a family", "👨‍👩‍👧.png", "👨‍👩‍👧.png"),
    Case("no ending", "README", "README"),
    Case("nothing", "", "download"),
    Case("only what is taken away", " ./.. ", "download"),
    Case("a path", "/etc/passwd", "passwd"),
    Case("a path up", "../../etc/passwd", "passwd"),
    Case("a path of Windows", "C:\\Windows\\system.ini", "system.ini"),
    Case("a path up of Windows", "..\\..\\evil.exe", "evil.exe"),
    Case("a slash at the end", "a/b/", "b"),
    Case("a slash with an accent", "../x/\u{338}b.txt", "\u{338}b.txt"),
    Case("hidden", ".bashrc", "bashrc"),
    Case("very hidden", ". ..bashrc", "bashrc"),
    Case("dots at the end", "a.txt. .", "a.txt"),
    Case("a zero", "a.txt\u{0}.exe", "a.txt.exe"),
    Case("lines", "a\r\nb\u{2028}c.txt", "a b c.txt"),
    Case("control characters", "a\u{1B}[2J\u{7F}\u{85}b.txt", "a[2J b.txt"),
    Case("a direction that is turned", "a\u{202E}fdp.exe", "afdp.exe"),
    Case("an isolated direction", "\u{2066}a\u{2069}\u{200F}.txt", "a.txt"),
    Case("what cannot be seen", "a\u{200B}\u{FEFF}\u{AD}b.txt", "ab.txt"),
    Case("spaces that push the ending away", "a.txt          .exe", "a.txt.exe"),
    Case("wide spaces", "a\u{3000}\u{A0}b.txt", "a b.txt"),
    Case("what Windows does not take", "a<b>c:d\"e|f?g*h.txt", "a_b_c_d_e_f_g_h.txt"),
    Case("another stream of a file", "a.txt:b", "a.txt_b"),
    Case("a device of Windows", "con", "_con"),
    Case("a device with endings", "Com1.tar.gz", "_Com1.tar.gz"),
    Case("a device with a space", "AUX .txt", "_AUX.txt"),
    Case("a device with a small number", "LPT².txt", "_LPT².txt"),
    Case("nearly a device", "console.txt", "console.txt"),
  ])
  func safeNames(_ example: Case) {
    #expect(DownloadName(example.suggested).text(milliseconds: 7) == "7_" + example.name)
  }

  @Test(arguments: ["a", "ä", "報", "👨‍👩‍👧", "e\u{301}\u{302}"])
  func longNamesAreCutBetweenCharacters(character: String) throws {
    for count in [100, 1_000] {
      let name = String(repeating: character, count: count) + ".tar.gz"
      let text = DownloadName(name).text(milliseconds: .max, number: 1000)
      #expect(("." + text + ".part").utf8.count <= 255)
      #expect(text.hasSuffix("-1000.gz"))
      let stem = text.drop { $0 != "_" }.dropFirst().dropLast("-1000.gz".count)
      #expect(name.hasPrefix(stem))
      if count == 1_000 { #expect(stem.allSatisfy { String($0) == character }) }
    }
  }

  @Test func whatIsTooLongForAnEndingIsNone() {
    let text = DownloadName("a." + String(repeating: "b", count: 1_000)).text(milliseconds: 1, number: 2)
    #expect(text.hasPrefix("1_a.bbb"))
    #expect(text.hasSuffix("b-2"))
  }

  /// A single character with combining marks can have any length.
  @Test func aCharacterThatIsTooLongIsLeftOut() {
    let text = DownloadName("e" + String(repeating: "\u{301}", count: 1_000) + ".txt").text(milliseconds: 1)
    #expect(text == "1_download.txt")
  }

  @Test func theServersNameComesFirst() {
    let disposition = ContentDisposition("attachment; filename=a.txt")
    let url = URL(string: "https://shop.example/files/c%20d.txt?x=1")
    func name(_ disposition: ContentDisposition?, _ attribute: String?, _ url: URL?) -> String {
      DownloadName.suggested(disposition: disposition, attribute: attribute, url: url)
    }
    #expect(name(disposition, "b.txt", url) == "a.txt")
    #expect(name(ContentDisposition("attachment"), "b.txt", url) == "b.txt")
    #expect(name(nil, "", url) == "c d.txt")
    #expect(name(nil, nil, URL(string: "data:text/plain,a/b")) == "download")
    #expect(name(nil, nil, nil) == "download")
    #expect(DownloadName(name(nil, nil, URL(string: "https://shop.example/"))).text(milliseconds: 1) == "1_download")
    #expect(DownloadName(name(nil, nil, URL(string: "https://a.test/..%2F..%2Fx"))).text(milliseconds: 1) == "1_x")
  }
}
