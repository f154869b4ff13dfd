#if Server
    public import CoreMetrics
    import Synchronization

    /// A factory of swift-metrics whose numbers Prometheus reads as text (format 0.0.4).
    ///
    /// ```swift no-compile
    /// MetricsSystem.bootstrap(PrometheusMetrics())
    /// ```
    ///
    /// Counters are counters, meters and gauges are gauges. Timers and recorders are histograms,
    /// timers in seconds, all with the same bounds from 0.005 to 10. Characters that Prometheus has
    /// in no name become `_`. A metric beyond the most, or with the name of another kind of metric,
    /// is not kept.
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
        ///   - limit: The most metrics; each combination of a name and labels counts.
        public init(help: [String: String] = [:], limit: Int = 1_000) {
            (self.help, self.limit) = (help, limit)
        }

        /// Returns the counter of that name and those labels.
        public func makeCounter(
            label: String, dimensions: [(String, String)]
        ) -> any CounterHandler {
            series(label, dimensions, PrometheusCounter.init)
        }

        /// Returns the gauge of that name and those labels.
        public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            series(label, dimensions, PrometheusGauge.init)
        }

        /// Returns the histogram of that name and those labels; a gauge if values are not
        /// aggregated.
        public func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate: Bool
        ) -> any RecorderHandler {
            aggregate
                ? series(label, dimensions, PrometheusHistogram.init)
                : series(label, dimensions, PrometheusGauge.init)
        }

        /// Returns the histogram of that name and those labels, in seconds.
        public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            series(label, dimensions, PrometheusHistogram.init)
        }

        /// Removes a counter.
        public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

        /// Removes a gauge.
        public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

        /// Removes a histogram or gauge.
        public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

        /// Removes a histogram.
        public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

        /// Returns the metric of that name and those labels, or one that is not kept.
        private func series<Series: PrometheusSeries>(
            _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
        ) -> Series {
            let (name, labels) = (Self.name(label), Self.labels(dimensions))
            let new = make()
            return state.withLock { state in
                var family = state.families[name] ?? Family(type: Series.type)
                guard family.type == Series.type else { return new }
                if let known = family.series[labels] { return known as? Series ?? new }
                guard state.count < limit else { return new }
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
            var text = ""
            for (name, family) in families.sorted(by: { $0.key < $1.key }) {
                if let help = help[name] { text += "# HELP \(name) \(help)\n" }
                text += "# TYPE \(name) \(family.type)\n"
                for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                    for row in series.rows {
                        let all = [labels, row.label].filter { !$0.isEmpty }.joined(separator: ",")
                        let tail = all.isEmpty ? "" : "{\(all)}"
                        text += "\(name)\(row.ending)\(tail) \(row.value)\n"
                    }
                }
            }
            return text
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
                let value = dimension.1.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\\", "\"": "\\\(scalar)"
                    case "\n": "\\n"
                    default: String(scalar)
                    }
                }.joined()
                return "\(name(dimension.0).replacing(":", with: "_"))=\"\(value)\""
            }.joined(separator: ",")
        }
    }

    /// A line of a metric: a text after its name such as `_sum`, a label after its own, and the
    /// value.
    private typealias PrometheusRow = (ending: String, label: String, value: String)

    /// One metric with its labels.
    private protocol PrometheusSeries: AnyObject, Sendable {
        /// The kind of metric, as Prometheus names it.
        static var type: String { get }
        /// The lines of the metric.
        var rows: [PrometheusRow] { get }
    }

    /// A number that only rises.
    private final class PrometheusCounter: PrometheusSeries, CounterHandler {
        static let type = "counter"
        private let value = Atomic<Int64>(0)

        func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }

        func reset() { value.store(0, ordering: .relaxed) }

        var rows: [PrometheusRow] { [("", "", "\(value.load(ordering: .relaxed))")] }
    }

    /// A number that rises and falls.
    private final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
        static let type = "gauge"
        private let value = Mutex(0.0)

        func set(_ new: Int64) { set(Double(new)) }

        func set(_ new: Double) { value.withLock { $0 = new } }

        func increment(by amount: Double) { value.withLock { $0 += amount } }

        func decrement(by amount: Double) { increment(by: -amount) }

        func record(_ new: Int64) { set(Double(new)) }

        func record(_ new: Double) { set(new) }

        var rows: [PrometheusRow] { [("", "", value.withLock { $0 }.prometheusText)] }
    }

    /// The number of values up to each bound, and their sum.
    private final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
        private struct State {
            /// The values up to each bound and over the one before; the last one has no bound.
            var counts = [Int](repeating: 0, count: bounds.count + 1)
            var sum = 0.0
        }

        static let type = "histogram"
        private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        private let state = Mutex(State())

        func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

        func record(_ value: Int64) { record(Double(value)) }

        func record(_ value: Double) {
            guard value.isFinite else { return }
            let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
            state.withLock { state in
                state.counts[index] += 1
                state.sum += value
            }
        }

        var rows: [PrometheusRow] {
            let state = state.withLock { $0 }
            var count = 0
            let buckets = zip(Self.bounds + [.infinity], state.counts).map { bound, own in
                count += own
                return ("_bucket", "le=\"\(bound.prometheusText)\"", "\(count)")
            }
            return buckets + [("_sum", "", state.sum.prometheusText), ("_count", "", "\(count)")]
        }
    }

    extension Double {
        /// The number as Prometheus reads it; without a point if it is whole.
        fileprivate var prometheusText: String {
            if isNaN { return "NaN" }
            if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
            return self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
        }
    }
#endif
