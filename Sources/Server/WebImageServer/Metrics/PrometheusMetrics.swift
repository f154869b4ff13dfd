#if Server
    public import CoreMetrics
    import Synchronization

    /// A factory of swift-metrics whose numbers Prometheus reads as text (format 0.0.4).
    ///
    /// ```swift no-compile
    /// MetricsSystem.bootstrap(PrometheusMetrics())
    /// ```
    ///
    /// Counters are counters, meters and gauges are gauges. Timers and recorders are histograms, timers in
    /// seconds, all with the same bounds from 0.005 to 10. Characters that Prometheus has in no name become
    /// `_`. A metric beyond the most, or with the name of another kind of metric, is not kept.
    public final class PrometheusMetrics: MetricsFactory {
        private struct Family {
            let type: String
            /// The metrics by their labels, as these are written.
            var series: [String: any PrometheusSeries] = [:]
        }

        private struct State {
            var families: [String: Family] = [:]
            var count = 0
        }

        private let help: [String: String]
        private let limit: Int
        private let state = Mutex(State())

        /// Creates a factory without metrics.
        ///
        /// - Parameters:
        ///   - help: The meanings of metrics by their names, each one line.
        ///   - limit: The most metrics; those of one name with different labels count each.
        public init(help: [String: String] = [:], limit: Int = 1_000) {
            (self.help, self.limit) = (help, limit)
        }

        /// Returns the counter of that name and those labels.
        public func makeCounter(
            label: String, dimensions: [(String, String)]
        ) -> any CounterHandler {
            series(label, dimensions, PrometheusCounter.init) ?? NOOPMetricsHandler.instance
        }

        /// Returns the gauge of that name and those labels.
        public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            series(label, dimensions, PrometheusGauge.init) ?? NOOPMetricsHandler.instance
        }

        /// Returns the histogram of that name and those labels; a gauge if values are not aggregated.
        public func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate: Bool
        ) -> any RecorderHandler {
            let handler: (any RecorderHandler)? =
                aggregate
                ? series(label, dimensions, PrometheusHistogram.init)
                : series(label, dimensions, PrometheusGauge.init)
            return handler ?? NOOPMetricsHandler.instance
        }

        /// Returns the histogram of that name and those labels, in seconds.
        public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            series(label, dimensions, PrometheusHistogram.init) ?? NOOPMetricsHandler.instance
        }

        /// Removes a counter.
        public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

        /// Removes a gauge.
        public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

        /// Removes a histogram or gauge.
        public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

        /// Removes a histogram.
        public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

        private func series<Series: PrometheusSeries>(
            _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
        ) -> Series? {
            let (name, labels) = (Self.name(label), Self.labels(dimensions))
            let new = make()
            return state.withLock { state in
                var family = state.families[name] ?? Family(type: Series.type)
                guard family.type == Series.type else { return nil }
                if let known = family.series[labels] { return known as? Series }
                guard state.count < limit else { return nil }
                state.count += 1
                family.series[labels] = new
                state.families[name] = family
                return new
            }
        }

        private func remove(_ handler: AnyObject) {
            state.withLock { state in
                for (name, family) in state.families {
                    guard let labels = family.series.first(where: { $0.value === handler })?.key
                    else { continue }
                    state.count -= 1
                    state.families[name]?.series[labels] = nil
                    if family.series.count == 1 { state.families[name] = nil }
                }
            }
        }

        /// All metrics as text, by their names.
        public var text: String {
            let families = state.withLock { $0.families }
            var lines: [String] = []
            for (name, family) in families.sorted(by: { $0.key < $1.key }) {
                if let help = help[name] { lines.append("# HELP \(name) \(help)") }
                lines.append("# TYPE \(name) \(family.type)")
                for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                    for row in series.rows {
                        let all = [labels, row.label].filter { !$0.isEmpty }.joined(separator: ",")
                        let tail = all.isEmpty ? "" : "{\(all)}"
                        lines.append("\(name)\(row.ending)\(tail) \(row.value)")
                    }
                }
            }
            return lines.map { $0 + "\n" }.joined()
        }

        /// Returns a name of letters, digits, `_` and `:` that begins with no digit.
        private static func name(_ label: String) -> String {
            var name = ""
            for scalar in label.unicodeScalars {
                switch scalar {
                case "a"..."z", "A"..."Z", "_", ":": name.unicodeScalars.append(scalar)
                case "0"..."9": name += name.isEmpty ? "_\(scalar)" : "\(scalar)"
                default: name += "_"
                }
            }
            return name.isEmpty ? "_" : name
        }

        private static func labels(_ dimensions: [(String, String)]) -> String {
            dimensions.map { dimension in
                var value = ""
                for scalar in dimension.1.unicodeScalars {
                    switch scalar {
                    case "\\", "\"": value += "\\\(scalar)"
                    case "\n": value += "\\n"
                    default: value.unicodeScalars.append(scalar)
                    }
                }
                return "\(name(dimension.0).replacing(":", with: "_"))=\"\(value)\""
            }.joined(separator: ",")
        }
    }
#endif
