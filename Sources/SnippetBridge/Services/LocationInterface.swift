import DSBridge
import DSBridgeLocks
import SnippetBridgeLocation

/// The interface `_bridge.location`, which public/bridge/location.js calls. Each function returns its answers as a
/// sequence. When the browser leaves the page, the bridge ends the sequence, which cancels the request to the service.
struct LocationInterface: ExposedInterface, Sendable {
  weak let webView: WebView?
  /// The last id assigned to a request. All web views share this counter.
  private static let lastID = Atomic(0)

  nonisolated var exposedFunctions: [ExposedFunction] {
    [
      .bind("getCurrentPosition", .value(), .result()) { (options: JSLocationMessageOptions) in
        self.answers(to: options, repeats: false, .unbounded) { $0 }
      },
      // A slow page receives only the newest position.
      .bind("watchPosition", .value(), .result()) { (options: JSLocationMessageOptions) in
        self.answers(to: options, repeats: true, .bufferingNewest(1)) { Coalesced($0) }
      },
      ExposedFunction("permission", asynchronous: { try $0.reply(await self.permission()) }),
    ]
  }

  /// Returns the permission state for `navigator.permissions`, or `nil` if the browser must answer.
  private func permission() async -> String? {
    guard let service = webView?.bindings.locationServiceBridge else { return nil }
    do {
      try await service.checkPermission()
      return "granted"
    } catch {
      return (error as? LocationServicesError ?? .denied) == .denied ? "denied" : "prompt"
    }
  }

  private func answers<Element: Sendable>(
    to options: JSLocationMessageOptions, repeats: Bool,
    _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
    as element: @escaping @Sendable (LocationAnswer) -> Element
  ) -> AsyncStream<Element> {
    let (answers, sink) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
    let service = webView?.bindings.locationServiceBridge
    let task = Task {
      await Self.answer(options, repeats: repeats, by: service) { sink.yield(element($0)) }
      sink.finish()
    }
    sink.onTermination = { _ in task.cancel() }
    return answers
  }

  private static func answer(
    _ options: JSLocationMessageOptions, repeats: Bool, by service: (any LocationServicesBridge)?,
    give: (LocationAnswer) -> Void
  ) async {
    guard let service else { return give(.browser) }
    do {
      try await service.checkPermission()
    } catch {
      return give(failure(error))
    }
    guard !Task.isCancelled else { return }
    give(.allowed)
    let id = LocationRequestID(lastID.add(1, ordering: .relaxed).newValue)
    if repeats {
      for await place in await service.startUpdatingLocation(id: id, options: options) { give(.place(place)) }
      await service.stopUpdatingLocation(id: id)
      // If the page has ended the request, this answer has no receiver and is discarded.
      give(.failure(.unavailable, "The location service has ended."))
    } else {
      let place = await service.location(id: id, options: options)
      give(place.map { .place($0) } ?? .failure(.unavailable, "The position is not known."))
    }
  }

  private static func failure(_ error: any Error) -> LocationAnswer {
    switch error as? LocationServicesError {
    case .denied: .failure(.denied, "The page may not get the position.")
    case .unavailable: .failure(.unavailable, "The position is not known.")
    case .timeout: .failure(.timeout, "Permission was not granted within the time limit.")
    case nil: .failure(.denied, BridgeError(wrapping: error).message)
    }
  }
}
