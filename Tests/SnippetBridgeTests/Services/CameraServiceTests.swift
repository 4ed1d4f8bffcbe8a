import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The requests of public/bridge/camera.js, without a browser.
@Suite(.timeLimit(.minutes(5))) struct CameraServiceTests {
  private actor Cameras: CameraMicrophoneServicesBridge {
    private(set) var asked: [String] = []
    private let refused: String

    init(refusing refused: String = "") { self.refused = refused }

    func checkCameraPermission() async throws(CameraMicrophoneServicesError) {
      asked.append("camera")
      if refused == "camera" { throw .cameraNotGranted }
    }

    func checkMicrophonePermission() async throws(CameraMicrophoneServicesError) {
      asked.append("microphone")
      if refused == "microphone" { throw .microphoneNotGranted }
    }
  }

  private func ask(_ page: TestPage, video: Bool, audio: Bool) async throws -> Bool {
    try await page.ask("_bridge.camera.permission", ["video": video, "audio": audio], as: Bool.self).value()
  }

  @Test func theCameraIsAskedAboutFirst() async throws {
    let cameras = Cameras()
    try await TestServer.run(configure: { $0.cameraMicrophoneServiceBridge = cameras }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await ask(page, video: true, audio: true))
      #expect(await cameras.asked == ["camera", "microphone"])
      #expect(try await ask(page, video: false, audio: true))
      #expect(try await ask(page, video: true, audio: false))
      #expect(await cameras.asked == ["camera", "microphone", "microphone", "camera"])
    }
  }

  @Test(arguments: [
    ("camera", "The camera was not granted.", ["camera"]),
    ("microphone", "The microphone was not granted.", ["camera", "microphone"]),
  ]) func aRefusalHasItsWords(refused: String, message: String, asked: [String]) async throws {
    let cameras = Cameras(refusing: refused)
    try await TestServer.run(configure: { $0.cameraMicrophoneServiceBridge = cameras }) { test async throws in
      let page = try await TestPage.open(test.url)
      let failure = try #require(
        await #expect(throws: CallFailure.self) { try await ask(page, video: true, audio: true) })
      #expect(failure.message == message)
      #expect(await cameras.asked == asked)
    }
  }

  @Test func theNearestServiceDecides() async throws {
    let (outer, inner) = (Cameras(), Cameras(refusing: "camera"))
    try await TestServer.run(
      configure: { $0.cameraMicrophoneServiceBridge = outer },
      prepare: { $0.bind(cameraMicrophoneServiceBridge: inner) }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      await #expect(throws: CallFailure.self) { try await ask(page, video: true, audio: false) }
      #expect(await outer.asked == [])
    }
  }

  @Test func withoutAServiceTheBrowserDecides() async throws {
    try await TestServer.run(configure: { $0.parts = [.camera] }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await ask(page, video: true, audio: true))
    }
  }
}
