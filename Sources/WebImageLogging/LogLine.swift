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
                    .trace, error == nil ? "resolved" : "not resolved", ["key": "\(key)"])
            case .memoryAwaited(let key, let byteCount):
                self.init(
                    .debug, "waits for memory", ["key": "\(key)", "bytes": "\(byteCount)"])
            case .decode(let key): self = .begun("decode", key)
            case .transform(let key): self = .begun("transform", key)
            case .store(let key): self = .begun("store", key)
            case .confirmed(let key): self = .begun("confirmed", key)
            case .preview(let key): self = .begun("preview", key)
            case .responded(let key, let head):
                self.init(.debug, "responded", ["key": "\(key)", "status": "\(head.status)"])
            case .loadEnded(let key, let byteCount, let error):
                self.init(
                    .debug, error == nil ? "loaded" : "not loaded",
                    ["key": "\(key)", "bytes": "\(byteCount)"])
            case .measured(let key, let stage, let duration):
                self.init(
                    .trace, "\(stage) ended", ["key": "\(key)", "duration": "\(duration)"])
            case .succeeded(let key, let origin):
                self.init(.debug, "image ready", ["key": "\(key)", "origin": "\(origin.rawValue)"])
            case .failed(let key, .cancelled):
                self.init(.debug, "image cancelled", ["key": "\(key)"])
            case .failed(let key, let error):
                self.init(
                    .warning, "image failed",
                    ["key": "\(key)", "stage": "\(error.stage)", "reason": "\(error.reason)"])
            case .refused(let key, let error):
                self.init(
                    .debug, "failure remembered",
                    ["key": "\(key)", "stage": "\(error.stage)", "reason": "\(error.reason)"])
            case .cacheFailed(let key, let error):
                self.init(.error, "cache failed", ["key": "\(key)", "reason": "\(error)"])
            case .damaged(let key, let damage):
                self.init(
                    .warning, "damaged entry removed", ["key": "\(key)", "reason": "\(damage)"])
            case .cacheWarned(let key, let warning):
                self.init(.warning, "cache warning", ["key": "\(key)", "reason": "\(warning)"])
            case .ignored(let key, let reason):
                self.init(.debug, "ignored", ["key": "\(key)", "reason": "\(reason)"])
            case .memoryPressure(let freed, let kept):
                self.init(
                    .warning, "memory runs short", ["freed": "\(freed)", "kept": "\(kept)"])
            @unknown default: self.init(.trace, "event", [:])
            }
        }

        private static func begun(_ stage: String, _ key: CacheKey) -> LogLine {
            LogLine(.trace, stage, ["key": "\(key)"])
        }

        private static func asked(_ stage: String, _ key: CacheKey, _ hit: Bool) -> LogLine {
            LogLine(.trace, stage, ["key": "\(key)", "hit": "\(hit)"])
        }
    }
#endif
