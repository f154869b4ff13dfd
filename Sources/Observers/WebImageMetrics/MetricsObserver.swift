#if Metrics
    public import Metrics
    import WebImageLoading
    public import WebImagePipeline

    /// Counts and times the events of a pipeline.
    ///
    ///     pipeline.observers.append(MetricsObserver())
    ///
    /// | Metric | Kind | Dimensions |
    /// |---|---|---|
    /// | `webimage_images` | counter | `result`: see below |
    /// | `webimage_cache_reads` | counter | `cache`: `memory`, `disk`; `result`: `hit`, `miss` |
    /// | `webimage_cache_failures` | counter | |
    /// | `webimage_cache_damaged_entries` | counter | |
    /// | `webimage_memory_pressures` | counter | |
    /// | `webimage_memory_freed_bytes` | counter | |
    /// | `webimage_refusals` | counter | |
    /// | `webimage_fallbacks` | counter | |
    /// | `webimage_received_bytes` | counter | |
    /// | `webimage_duration` | timer, ns | `stage`: `image` for a caller's wait, else the stage |
    ///
    /// The result is an origin (`memory`, `disk`, `network`, `file`), `cancelled` or the stage.
    /// The number of values of each dimension is bounded: none contains keys or hosts.
    public struct MetricsObserver: PipelineObserver {
        private let factory: any MetricsFactory

        /// Creates an observer that records to `factory`, the bootstrapped one by default.
        public init(factory: any MetricsFactory = MetricsSystem.factory) {
            self.factory = factory
        }

        /// Records the event.
        public func observe(_ event: PipelineEvent) {
            switch event {
            case .memory(_, let hit): asked("memory", hit)
            case .disk(_, let hit): asked("disk", hit)
            case .loadEnded(_, let byteCount, _) where byteCount > 0:
                count("webimage_received_bytes", by: byteCount)
            case .measured(_, let stage, let duration):
                Timer(
                    label: "webimage_duration", dimensions: [("stage", stage)], factory: factory
                ).recordNanoseconds(Int64(duration / .nanoseconds(1)))
            case .succeeded(_, let origin):
                count("webimage_images", [("result", origin.rawValue)])
            case .failed(_, let error):
                count("webimage_images", [("result", error.stage)])
            case .refused: count("webimage_refusals")
            case .fellBack(_, .some, _): count("webimage_fallbacks")
            case .cacheFailed: count("webimage_cache_failures")
            case .damaged: count("webimage_cache_damaged_entries")
            case .memoryPressure(let freed, _):
                count("webimage_memory_pressures")
                count("webimage_memory_freed_bytes", by: freed)
            default: break
            }
        }

        private func asked(_ cache: String, _ hit: Bool) {
            count("webimage_cache_reads", [("cache", cache), ("result", hit ? "hit" : "miss")])
        }

        private func count(_ label: String, _ dimensions: [(String, String)] = [], by n: Int = 1) {
            Counter(label: label, dimensions: dimensions, factory: factory).increment(by: n)
        }
    }
#endif
