#if Logging
    import Logging
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline

    /// A pipeline event as a log line.
    struct LogLine {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata

        init(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) {
            self.level = level
            self.message = message
            self.metadata = metadata
        }

        init(_ event: PipelineEvent) {
            switch event {
            case .memory(let key, let hit): self = .asked("memory", key, hit)
            case .disk(let key, let hit): self = .asked("disk", key, hit)
            case .load(let key): self = .begun("load", key)
            case .resolving(let key): self = .begun("resolve", key)
            case .resolved(let key, let error):
                self.init(
                    .trace, error == nil ? "URL resolved" : "URL not resolved", ["key": "\(key)"])
            case .memoryAwaited(let key, let byteCount):
                self.init(
                    .debug, "waiting for memory", ["key": "\(key)", "bytes": "\(byteCount)"])
            case .decode(let key): self = .begun("decode", key)
            case .transform(let key): self = .begun("transform", key)
            case .store(let key): self.init(.trace, "result stored", ["key": "\(key)"])
            case .confirmed(let key):
                self.init(.trace, "cached response confirmed", ["key": "\(key)"])
            case .preview(let key): self.init(.trace, "preview delivered", ["key": "\(key)"])
            case .responded(let key, let head):
                self.init(
                    .debug, "response head received", ["key": "\(key)", "status": "\(head.status)"])
            case .loadEnded(let key, let byteCount, let error):
                self.init(
                    .debug, error == nil ? "load finished" : "load ended with an error",
                    ["key": "\(key)", "bytes": "\(byteCount)"])
            case .measured(let key, let stage, let duration):
                self.init(
                    .trace, "\(stage) ended", ["key": "\(key)", "duration": "\(duration)"])
            case .succeeded(let key, let origin):
                self.init(.debug, "image ready", ["key": "\(key)", "origin": "\(origin.rawValue)"])
            case .failed(let key, .cancelled):
                self.init(.debug, "request cancelled", ["key": "\(key)"])
            case .failed(let key, let error):
                self.init(
                    .warning, "request failed",
                    ["key": "\(key)", "stage": "\(error.stage)", "reason": "\(error.reason)"])
            case .refused(let key, let error):
                self.init(
                    .debug, "request refused because of a remembered failure",
                    ["key": "\(key)", "stage": "\(error.stage)", "reason": "\(error.reason)"])
            case .cacheFailed(let key, let error):
                self.init(
                    .error, "cache operation failed", ["key": "\(key)", "reason": "\(error)"])
            case .damaged(let key, let damage):
                self.init(
                    .warning, "damaged cache entry removed",
                    ["key": "\(key)", "reason": "\(damage)"])
            case .cacheWarned(let key, let warning):
                self.init(.warning, "cache warning", ["key": "\(key)", "reason": "\(warning)"])
            case .ignored(let key, let reason):
                self.init(.debug, "problem ignored", ["key": "\(key)", "reason": "\(reason)"])
            case .memoryPressure(let freed, let kept):
                self.init(
                    .warning, "memory pressure", ["freed": "\(freed)", "kept": "\(kept)"])
            @unknown default: self.init(.trace, "event", [:])
            }
        }

        private static func begun(_ stage: String, _ key: CacheKey) -> LogLine {
            LogLine(.trace, "\(stage) started", ["key": "\(key)"])
        }

        private static func asked(_ stage: String, _ key: CacheKey, _ hit: Bool) -> LogLine {
            LogLine(.trace, "\(stage) cache looked up", ["key": "\(key)", "hit": "\(hit)"])
        }
    }
#endif
