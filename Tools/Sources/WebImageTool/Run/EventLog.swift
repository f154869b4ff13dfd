import WebImage

/// Tells on standard error what the pipeline does, one line for each event.
struct EventLog: PipelineObserver {
    let output: Output

    func observe(_ event: PipelineEvent) {
        output.message(Self.line(for: event).onOneLine)
    }

    private static func line(for event: PipelineEvent) -> String {
        switch event {
        case .memory(let key, let hit): "memory: \(hit ? "hit" : "miss") \(key)"
        case .disk(let key, let hit): "disk: \(hit ? "hit" : "miss") \(key)"
        case .load(let key): "load: \(key)"
        case .resolving(let key): "resolving: \(key)"
        case .resolved(let key, let error):
            "resolved: \(error.map { "\($0.stage): \($0.reason)" } ?? "a URL") \(key)"
        case .decode(let key): "decode: \(key)"
        case .preview(let key): "preview: \(key)"
        case .transform(let key): "transform: \(key)"
        case .store(let key): "store: \(key)"
        case .succeeded(let key, let origin): "succeeded: from \(origin.rawValue) \(key)"
        case .failed(let key, let error): "failed: \(error.stage): \(error.reason) \(key)"
        case .cacheFailed(let key, let error): "cache failed: \(error) \(key)"
        case .ignored(let key, let reason): "ignored: \(reason) \(key)"
        @unknown default: "event: \(event)"
        }
    }
}
