#if Server
    import Synchronization
    import WebImage

    /// The numbers of a server since its start, as Prometheus reads them.
    final class ServerMetrics: Sendable {
        private struct Numbers {
            var requests = 0
            var inProgress = 0
            var statuses: [Int: Int] = [:]
            var errors: [String: Int] = [:]
            var durations = Histogram()
            var stages: [String: Histogram] = [:]
            var origins: [String: Int] = [:]
        }

        /// The number of durations up to each bound, and their sum.
        private struct Histogram {
            static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
            var counts = [Int](repeating: 0, count: bounds.count)
            var count = 0
            var sum = 0.0

            mutating func add(_ duration: Duration) {
                let seconds = duration / .seconds(1)
                for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                    counts[index] += 1
                }
                count += 1
                sum += seconds
            }

            /// Returns what follows the name on each line.
            func rows(_ label: String) -> [String] {
                let tail = label.isEmpty ? "" : "{\(label)}"
                let head = label.isEmpty ? "" : "\(label),"
                let buckets = zip(Self.bounds, counts).map {
                    "_bucket{\(head)le=\"\($0.0.decimal)\"} \($0.1)"
                }
                return buckets + [
                    "_bucket{\(head)le=\"+Inf\"} \(count)", "_sum\(tail) \(JSONText.number(sum))",
                    "_count\(tail) \(count)",
                ]
            }
        }

        private let prefix: String
        private let numbers = Mutex(Numbers())

        init(namespace: String) { prefix = namespace.isEmpty ? "" : "\(namespace)_" }

        func begin() {
            numbers.withLock { numbers in
                numbers.requests += 1
                numbers.inProgress += 1
            }
        }

        func end(_ answer: Answer, after duration: Duration) {
            let stages = (answer.timings?.entries ?? []).filter { !$0.stage.contains(".") }
            numbers.withLock { numbers in
                numbers.inProgress -= 1
                numbers.statuses[answer.status, default: 0] += 1
                numbers.durations.add(duration)
                numbers.origins[answer.origin, default: 0] += 1
                if let fault = answer.fault {
                    numbers.errors[Self.type(of: fault.kind), default: 0] += 1
                }
                for stage in stages {
                    numbers.stages[stage.stage, default: Histogram()].add(stage.duration)
                }
            }
        }

        /// Returns the kind of an error in a word.
        private static func type(of kind: ServerFault.Kind) -> String {
            switch kind {
            case .route, .method, .secret, .address: "path_parsing"
            case .unreachable, .refusedAddress, .status, .slowOrigin, .incomplete, .notModified:
                "download"
            case .noPicture, .empty, .tooLong, .limit, .broken, .format: "processing"
            case .late: "timeout"
            case .gone: "cancelled"
            case .full: "queue"
            case .server: "unexpected"
            }
        }

        /// Returns all numbers as text (Prometheus, format 0.0.4).
        func text(_ admission: Admission) -> String {
            let numbers = numbers.withLock { $0 }
            var lines: [String] = []
            let add = { (name: String, type: String, help: String, values: [String]) in
                let name = self.prefix + name
                lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
                lines += values.map { name + $0 }
            }
            add("requests_total", "counter", "Requests since the start.", [" \(numbers.requests)"])
            add(
                "status_codes_total", "counter", "Responses by status.",
                Self.rows("status", numbers.statuses.map { ("\($0.key)", $0.value) }))
            add(
                "errors_total", "counter", "Errors by type.",
                Self.rows("type", numbers.errors.map { ($0.key, $0.value) }))
            add(
                "answers_total", "counter", "Responses by the place of their bytes.",
                Self.rows("from", numbers.origins.map { ($0.key, $0.value) }))
            add(
                "request_duration_seconds", "histogram", "Time from a request to its response.",
                numbers.durations.rows(""))
            add(
                "request_span_duration_seconds", "histogram", "Time of the stages of a request.",
                numbers.stages.sorted { $0.key < $1.key }.flatMap {
                    $0.value.rows("span=\"\($0.key)\"")
                })
            for (name, help, value) in Self.gauges(admission, inProgress: numbers.inProgress) {
                add(name, "gauge", help, [" \(JSONText.number(value))"])
            }
            return lines.joined(separator: "\n") + "\n"
        }

        /// Returns the names, meanings and values of the numbers that rise and fall.
        private static func gauges(
            _ admission: Admission, inProgress: Int
        ) -> [(name: String, help: String, value: Double)] {
            let counts = admission.counts
            let share = Double(counts.running) / Double(admission.workers)
            return [
                ("workers", "Requests that are worked on at most.", Double(admission.workers)),
                ("requests_in_progress", "Requests under way.", Double(inProgress)),
                ("images_in_progress", "Pictures under way.", Double(counts.running)),
                ("requests_waiting", "Requests that wait.", Double(counts.waiting)),
                ("workers_utilization", "The share of workers that work, in percent.", 100 * share),
            ]
        }

        private static func rows(_ label: String, _ values: [(String, Int)]) -> [String] {
            values.sorted { $0.0 < $1.0 }.map { "{\(label)=\"\($0.0)\"} \($0.1)" }
        }
    }
#endif
