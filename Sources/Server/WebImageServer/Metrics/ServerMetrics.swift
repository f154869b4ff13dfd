#if Server
    import CoreMetrics
    import NIOCore
    import Synchronization
    import WebImage
    import WebImageURLs

    /// The metrics of a server, in the names of imgproxy, recorded by swift-metrics.
    ///
    /// All objects are made once; in a dimension, with the first request that has its value.
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
            "loads_in_progress": "Requests that load, or have loaded and wait for their work.",
            "streams_in_progress": "Sources that pass through.",
            "images_in_progress": "Pictures under way.",
            "connections_refused_total": "Connections refused because their client had too many.",
            "requests_waiting": "Requests that wait.",
            "shared_store_events_total": "Changes of the shared store's state.",
            "workers_utilization": "The share of workers that work, in percent.",
        ]

        private let requests, refusals: Counter
        private let inProgress: Meter
        private let statuses, errors, origins: MetricTable<Counter>
        private let duration: Timer
        private let stages: MetricTable<Timer>
        /// The records of waits, and of places to load, to pass a source through and to work on a
        /// picture.
        let waits, loads, streams, works: Places.Record

        /// - Parameter workers: The most pictures that are worked on at once, at least 1.
        init(namespace: String, workers: Int, factory: any MetricsFactory) {
            let label = { @Sendable in ServerMetrics.name($0, in: namespace) }
            let counter = { Counter(label: label($0), factory: factory) }
            let meter = { Meter(label: label($0), factory: factory) }
            let counters = { (name: String, dimension: String) in
                MetricTable {
                    Counter(label: label(name), dimensions: [(dimension, $0)], factory: factory)
                }
            }
            let record = { (name: String) -> Places.Record in
                let meter = meter(name)
                return { $0 ? meter.increment() : meter.decrement() }
            }
            (requests, refusals) = (counter("requests_total"), counter("connections_refused_total"))
            inProgress = meter("requests_in_progress")
            statuses = counters("status_codes_total", "status")
            errors = counters("errors_total", "type")
            origins = counters("answers_total", "from")
            duration = Timer(label: label("request_duration_seconds"), factory: factory)
            stages = MetricTable {
                Timer(
                    label: label("request_span_duration_seconds"), dimensions: [("span", $0)],
                    factory: factory)
            }
            (waits, loads) = (record("requests_waiting"), record("loads_in_progress"))
            streams = record("streams_in_progress")
            let (images, utilization) = (record("images_in_progress"), meter("workers_utilization"))
            let share = 100 / Double(workers)
            works = { begins in
                images(begins)
                begins ? utilization.increment(by: share) : utilization.decrement(by: share)
            }
            meter("workers").set(workers)
        }

        /// Returns the name of a metric with the word of the settings before it.
        static func name(_ name: String, in namespace: String) -> String {
            namespace.isEmpty ? name : "\(namespace)_\(name)"
        }

        static func help(namespace: String) -> [String: String] {
            let pairs = meanings.map { (name($0.key, in: namespace), $0.value) }
            return Dictionary(uniqueKeysWithValues: pairs)
        }

        func begin() {
            requests.increment()
            inProgress.increment()
        }

        func end(_ answer: Answer, after time: Duration) {
            inProgress.decrement()
            statuses["\(answer.status)"].increment()
            origins[answer.origin].increment()
            duration.recordNanoseconds(TimeAmount(time).nanoseconds)
            if let fault = answer.fault { errors[Self.type(of: fault.kind)].increment() }
            for (stage, time) in answer.timings?.entries ?? [] where !stage.contains(".") {
                stages[stage].recordNanoseconds(TimeAmount(time).nanoseconds)
            }
        }

        func refuseConnection() { refusals.increment() }

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
        private let metrics = Mutex<[String: Metric]>([:])
        private let make: @Sendable (String) -> Metric

        init(_ make: @escaping @Sendable (String) -> Metric) { self.make = make }

        subscript(value: String) -> Metric {
            // All values beyond the first hundred are one.
            let (known, isFull) = metrics.withLock { ($0[value], $0.count >= 100) }
            if let known { return known }
            guard !isFull || value == "other" else { return self["other"] }
            // A factory is called without a lock; of two equal metrics that it returns, one is
            // kept.
            let new = make(value)
            return metrics.withLock { metrics in
                if let first = metrics[value] { return first }
                metrics[value] = new
                return new
            }
        }
    }
#endif
