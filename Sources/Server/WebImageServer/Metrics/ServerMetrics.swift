#if Server
    import CoreMetrics
    import Synchronization
    import WebImage
    import WebImageURLs

    /// The metrics of a server, in the names of imgproxy, recorded by swift-metrics.
    ///
    /// All objects are made once; those of a dimension with the first request that has its value.
    final class ServerMetrics: Sendable {
        /// The names and meanings of all metrics.
        private static let meanings = [
            "requests_total": "Requests since the start.",
            "status_codes_total": "Responses by status.",
            "errors_total": "Errors by type.",
            "answers_total": "Responses by the place of their bytes.",
            "request_duration_seconds": "Time from a request to the end of its response.",
            "request_span_duration_seconds": "Time of the stages of a request.",
            "workers": "Requests that are worked on at most.",
            "requests_in_progress": "Requests under way.",
            "loads_in_progress": "Requests that load, or wait for their work behind that.",
            "streams_in_progress": "Sources that pass through.",
            "images_in_progress": "Pictures under way.",
            "connections_refused_total": "Connections beyond those of one client.",
            "requests_waiting": "Requests that wait.",
            "shared_store_events_total": "Changes of the shared store's state.",
            "workers_utilization": "The share of workers that work, in percent.",
        ]

        private let requests: Counter
        private let inProgress: Meter
        private let statuses: MetricTable<Counter>
        private let errors: MetricTable<Counter>
        private let origins: MetricTable<Counter>
        private let duration: Timer
        private let stages: MetricTable<Timer>
        private let working: Meter
        private let waiting: Meter
        private let loading: Meter
        private let streaming: Meter
        private let refusals: Counter
        private let utilization: Meter
        /// The share of one worker in percent.
        private let share: Double

        /// - Parameter workers: The most pictures that are worked on at once, at least 1.
        init(namespace: String, workers: Int, factory: any MetricsFactory) {
            let prefix = Self.prefix(namespace)
            let counter = { (name: String, dimension: String) in
                MetricTable { value in
                    Counter(
                        label: prefix + name, dimensions: [(dimension, value)], factory: factory)
                }
            }
            let meter = { (name: String) in Meter(label: prefix + name, factory: factory) }
            requests = Counter(label: prefix + "requests_total", factory: factory)
            inProgress = meter("requests_in_progress")
            statuses = counter("status_codes_total", "status")
            errors = counter("errors_total", "type")
            origins = counter("answers_total", "from")
            duration = Timer(label: prefix + "request_duration_seconds", factory: factory)
            stages = MetricTable { stage in
                Timer(
                    label: prefix + "request_span_duration_seconds", dimensions: [("span", stage)],
                    factory: factory)
            }
            (working, waiting) = (meter("images_in_progress"), meter("requests_waiting"))
            (loading, streaming) = (meter("loads_in_progress"), meter("streams_in_progress"))
            refusals = Counter(label: prefix + "connections_refused_total", factory: factory)
            utilization = meter("workers_utilization")
            share = 100 / Double(workers)
            meter("workers").set(workers)
        }

        private static func prefix(_ namespace: String) -> String {
            namespace.isEmpty ? "" : "\(namespace)_"
        }

        /// Returns the name of the counter of the shared store's events.
        static func events(_ namespace: String) -> String {
            prefix(namespace) + "shared_store_events_total"
        }

        /// Returns the meanings of all metrics by their names.
        static func help(namespace: String) -> [String: String] {
            let pairs = meanings.map { (prefix(namespace) + $0.key, $0.value) }
            return Dictionary(pairs) { first, _ in first }
        }

        /// Records that a request has come.
        func begin() {
            requests.increment()
            inProgress.increment()
        }

        /// Records the response to a request.
        func end(_ answer: Answer, after time: Duration) {
            inProgress.decrement()
            statuses["\(answer.status)"].increment()
            origins[answer.origin].increment()
            duration.recordNanoseconds(time.nanoseconds)
            if let fault = answer.fault { errors[Self.type(of: fault.kind)].increment() }
            for (stage, time) in answer.timings?.entries ?? [] where !stage.contains(".") {
                stages[stage].recordNanoseconds(time.nanoseconds)
            }
        }

        /// Records that a request waits to be worked on.
        func beginWait() { waiting.increment() }

        /// Records that a request waits no longer.
        func endWait() { waiting.decrement() }

        /// Records that a request has entered.
        func beginLoad() { loading.increment() }

        /// Records the end of a request that had entered.
        func endLoad() { loading.decrement() }

        /// Records that a source begins to pass through.
        func beginStream() { streaming.increment() }

        /// Records the end of a source that passed through.
        func endStream() { streaming.decrement() }

        /// Records that a connection was refused.
        func refuseConnection() { refusals.increment() }

        /// Records that a picture is worked on.
        func beginWork() {
            working.increment()
            utilization.increment(by: share)
        }

        /// Records that the work on a picture is done.
        func endWork() {
            working.decrement()
            utilization.decrement(by: share)
        }

        /// Returns the kind of an error in a word.
        static func type(of kind: ServerFault.Kind) -> String {
            switch kind {
            case .malformed, .route, .method, .secret, .address: "path_parsing"
            case .unreachable, .refusedAddress, .status, .slowOrigin, .incomplete, .input,
                .notModified:
                "download"
            case .noPicture, .empty, .tooLong, .limit, .broken, .format: "processing"
            case .late: "timeout"
            case .gone: "cancelled"
            case .full: "queue"
            case .server: "unexpected"
            }
        }
    }

    /// Metrics that differ in the value of one dimension.
    private final class MetricTable<Metric: Sendable>: Sendable {
        /// The most values; all others are one.
        private static var limit: Int { 100 }

        private let metrics = Mutex<[String: Metric]>([:])
        private let make: @Sendable (String) -> Metric

        init(_ make: @escaping @Sendable (String) -> Metric) { self.make = make }

        subscript(value: String) -> Metric {
            let (known, isFull) = metrics.withLock { ($0[value], $0.count >= Self.limit) }
            if let known { return known }
            guard !isFull || value == "other" else { return self["other"] }
            // A factory is called without a lock; of two equal metrics that it returns, one is kept.
            let new = make(value)
            return metrics.withLock { metrics in
                if let first = metrics[value] { return first }
                metrics[value] = new
                return new
            }
        }
    }

    extension Duration {
        /// The duration in nanoseconds.
        fileprivate var nanoseconds: Int64 { Int64(min(self / .nanoseconds(1), 9e18)) }
    }
#endif
