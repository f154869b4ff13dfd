#if Logging
    import Logging
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline

    /// A pipeline event as a log line.
    struct LogLine {
        let level: Logger.Level
        let message: String
        private(set) var metadata: Logger.Metadata

        /// Creates a line.
        ///
        /// - Parameter facts: The metadata besides the key.
        private init(
            _ level: Logger.Level, _ message: String, _ key: CacheKey?, _ facts: [String: Any] = [:]
        ) {
            self.level = level
            self.message = message
            var metadata: Logger.Metadata = facts.mapValues { "\($0)" }
            if let key { metadata["key"] = "\(key)" }
            self.metadata = metadata
        }

        init(_ event: PipelineEvent) {
            switch event {
            case .memory(let key, let hit): self = .asked("memory", key, hit)
            case .disk(let key, let hit): self = .asked("disk", key, hit)
            case .load(let key): self = .begun("load", key)
            case .resolving(let key): self = .begun("resolve", key)
            case .resolved(let key, nil): self.init(.trace, "URL resolved", key)
            case .resolved(let key, _): self.init(.trace, "URL not resolved", key)
            case .memoryAwaited(let key, let byteCount):
                self.init(.debug, "waiting for memory", key, ["bytes": byteCount])
            case .decode(let key): self = .begun("decode", key)
            case .transform(let key): self = .begun("transform", key)
            case .encode(let key): self = .begun("encode", key)
            case .store(let key): self.init(.trace, "result stored", key)
            case .confirmed(let key): self.init(.trace, "cached response confirmed", key)
            case .preview(let key): self.init(.trace, "preview delivered", key)
            case .responded(let key, let head):
                self.init(.debug, "response head received", key, ["status": head.status])
            case .loadEnded(let key, let byteCount, let error):
                self = .loaded(key, byteCount, hasFailed: error != nil)
            case .measured(let key, let stage, let duration):
                self.init(.trace, "\(stage) ended", key, ["duration": duration])
            case .succeeded(let key, let origin):
                self.init(.debug, "image ready", key, ["origin": origin.rawValue])
            case .failed(let key, .cancelled): self.init(.debug, "request cancelled", key)
            case .failed(let key, let error): self = .failed(.warning, "request failed", key, error)
            case .refused(let key, let error):
                self = .failed(.debug, "request refused: a remembered failure", key, error)
            case .fellBack(let key, let next, let error): self = .fellBack(key, next, error)
            case .cacheFailed(let key, let why):
                self = .told(.error, "cache operation failed", key, why)
            case .damaged(let key, let why):
                self = .told(.warning, "damaged cache entry removed", key, why)
            case .cacheWarned(let key, let why): self = .told(.warning, "cache warning", key, why)
            case .ignored(let key, let why): self = .told(.debug, "problem ignored", key, why)
            case .memoryPressure(let freed, let kept):
                self.init(.warning, "memory pressure", nil, ["freed": freed, "kept": kept])
            @unknown default: self.init(.trace, "event", nil)
            }
        }

        private static func told(
            _ level: Logger.Level, _ message: String, _ key: CacheKey, _ reason: Any
        ) -> LogLine {
            LogLine(level, message, key, ["reason": reason])
        }

        private static func failed(
            _ level: Logger.Level, _ message: String, _ key: CacheKey, _ error: ImageError
        ) -> LogLine {
            LogLine(level, message, key, ["stage": error.stage, "reason": error.reason])
        }

        private static func fellBack(
            _ key: CacheKey, _ next: CacheKey?, _ error: ImageError
        ) -> LogLine {
            let message = next == nil ? "no alternative is left" : "an alternative is loaded"
            var line = failed(.info, message, key, error)
            line.metadata["next"] = next.map { "\($0)" }
            return line
        }

        private static func loaded(
            _ key: CacheKey, _ byteCount: Int, hasFailed: Bool
        ) -> LogLine {
            let message = hasFailed ? "load ended with an error" : "load finished"
            return LogLine(.debug, message, key, ["bytes": byteCount])
        }

        private static func begun(_ stage: String, _ key: CacheKey) -> LogLine {
            LogLine(.trace, "\(stage) started", key)
        }

        private static func asked(_ stage: String, _ key: CacheKey, _ hit: Bool) -> LogLine {
            LogLine(.trace, "\(stage) cache looked up", key, ["hit": hit])
        }
    }
#endif
