import WebImage

/// Logs all events of loads with their times on standard error, one line each.
struct EventLog: PipelineObserver {
    let output: Output
    private let start = ContinuousClock.now

    init(output: Output) {
        self.output = output
    }

    func observe(_ event: PipelineEvent) {
        let time = JSONValue.milliseconds(start.duration(to: .now)).text
        output.message("+\(time) ms \(Self.line(for: event))".onOneLine)
    }

    private static func line(for event: PipelineEvent) -> String {
        switch event {
        case .memory(let key, let hit): "memory: \(hit ? "hit" : "miss") \(key)"
        case .disk(let key, let hit): "disk: \(hit ? "hit" : "miss") \(key)"
        case .load(let key): "load: \(key)"
        case .resolving(let key): "resolving: \(key)"
        case .resolved(let key, let error):
            "resolved: \(error?.reason ?? "a URL") \(key)"
        case .responded(let key, let head): "load: status \(head.status) \(key)"
        case .loadEnded(let key, let count, nil): "load: \(count) bytes \(key)"
        case .loadEnded(let key, _, let error?): "load: \(error.reason) \(key)"
        case .measured(let key, let stage, let duration):
            "\(stage): took \(JSONValue.milliseconds(duration).text) ms \(key)"
        case .confirmed(let key): "load: cached copy confirmed by the origin \(key)"
        case .memoryAwaited(let key, let count): "budget: waits for \(count) bytes \(key)"
        case .decode(let key): "decode: \(key)"
        case .preview(let key): "preview: \(key)"
        case .transform(let key): "transform: \(key)"
        case .encode(let key): "encode: \(key)"
        case .store(let key): "store: \(key)"
        case .succeeded(let key, let origin): "succeeded: from \(origin.rawValue) \(key)"
        case .failed(let key, let error): "failed: \(error.stage): \(error.reason) \(key)"
        case .refused(let key, let error): "refused: failed before: \(error.reason) \(key)"
        case .fellBack(let key, let next?, let error):
            "fallback: \(error.reason) \(key); next is \(next)"
        case .fellBack(let key, nil, let error): "fallback: \(error.reason) \(key); none is left"
        case .cacheFailed(let key, let error): "cache failed: \(error) \(key)"
        case .damaged(let key, let damage): "cache: \(damage), removed \(key)"
        case .cacheWarned(let key, let warning): "cache: \(warning) \(key)"
        case .ignored(let key, let reason): "ignored: \(reason) \(key)"
        case .memoryPressure(let freed, let kept):
            "memory: the system runs short, \(freed) bytes given back, \(kept) kept"
        @unknown default: "event: \(event)"
        }
    }
}
