#if Server
    import CoreMetrics
    import Synchronization

    /// One metric with its labels.
    protocol PrometheusSeries: AnyObject, Sendable {
        /// The kind of metric, as Prometheus names it.
        static var type: String { get }
        /// The lines of the metric.
        var rows: [PrometheusRow] { get }
    }

    /// A line of a metric.
    struct PrometheusRow {
        /// The text behind the name, such as `_sum`.
        var ending = ""
        /// A label behind those of the metric; empty for none.
        var label = ""
        let value: String
    }

    /// A number that only rises.
    final class PrometheusCounter: PrometheusSeries, CounterHandler {
        static let type = "counter"
        private let value = Atomic<Int64>(0)

        func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }

        func reset() { value.store(0, ordering: .relaxed) }

        var rows: [PrometheusRow] { [PrometheusRow(value: "\(value.load(ordering: .relaxed))")] }
    }

    /// A number that rises and falls.
    final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
        static let type = "gauge"
        private let value = Mutex(0.0)

        func set(_ new: Int64) { set(Double(new)) }

        func set(_ new: Double) { value.withLock { $0 = new } }

        func increment(by amount: Double) { value.withLock { $0 += amount } }

        func decrement(by amount: Double) { increment(by: -amount) }

        func record(_ new: Int64) { set(Double(new)) }

        func record(_ new: Double) { set(new) }

        var rows: [PrometheusRow] {
            [PrometheusRow(value: value.withLock { $0 }.prometheusText)]
        }
    }

    /// The number of values up to each bound, and their sum.
    final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
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
            var (rows, count) = ([PrometheusRow](), 0)
            for (bound, own) in zip(Self.bounds + [.infinity], state.counts) {
                count += own
                rows.append(
                    PrometheusRow(
                        ending: "_bucket", label: "le=\"\(bound.prometheusText)\"",
                        value: "\(count)"))
            }
            return rows + [
                PrometheusRow(ending: "_sum", value: state.sum.prometheusText),
                PrometheusRow(ending: "_count", value: "\(count)"),
            ]
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
