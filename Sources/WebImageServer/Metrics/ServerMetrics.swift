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

            func lines(_ name: String, _ label: String) -> [String] {
                let tail = label.isEmpty ? "" : "{\(label)}"
                let head = label.isEmpty ? "" : "\(label),"
                return zip(Self.bounds, counts).map {
                    "\(name)_bucket{\(head)le=\"\($0.0.decimal)\"} \($0.1)"
                } + [
                    "\(name)_bucket{\(head)le=\"+Inf\"} \(count)",
                    "\(name)_sum\(tail) \(JSONText.number(sum))", "\(name)_count\(tail) \(count)",
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
            let counts = admission.counts
            var lines: [String] = []
            let add = { (name: String, type: String, help: String, values: [String]) in
                lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + values
            }
            let p = prefix
            add(
                "\(p)requests_total", "counter", "Requests since the start.",
                ["\(p)requests_total \(numbers.requests)"])
            add(
                "\(p)status_codes_total", "counter", "Responses by status.",
                Self.rows(
                    "\(p)status_codes_total", "status",
                    numbers.statuses.map { ("\($0.key)", $0.value) }))
            add(
                "\(p)errors_total", "counter", "Errors by type.",
                Self.rows("\(p)errors_total", "type", numbers.errors.map { ($0.key, $0.value) }))
            add(
                "\(p)answers_total", "counter", "Responses by the place of their bytes.",
                Self.rows("\(p)answers_total", "from", numbers.origins.map { ($0.key, $0.value) }))
            add(
                "\(p)request_duration_seconds", "histogram", "Time from a request to its response.",
                numbers.durations.lines("\(p)request_duration_seconds", ""))
            add(
                "\(p)request_span_duration_seconds", "histogram",
                "Time of the stages of a request.",
                numbers.stages.sorted { $0.key < $1.key }.flatMap {
                    $0.value.lines("\(p)request_span_duration_seconds", "span=\"\($0.key)\"")
                })
            let gauges = [
                ("workers", "Requests that are worked on at most.", Double(admission.workers)),
                ("requests_in_progress", "Requests under way.", Double(numbers.inProgress)),
                ("images_in_progress", "Pictures under way.", Double(counts.running)),
                ("requests_waiting", "Requests that wait.", Double(counts.waiting)),
                (
                    "workers_utilization", "The share of workers that work, in percent.",
                    100 * Double(counts.running) / Double(admission.workers)
                ),
            ]
            for (name, help, value) in gauges {
                add("\(p)\(name)", "gauge", help, ["\(p)\(name) \(JSONText.number(value))"])
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private static func rows(_ name: String, _ label: String, _ values: [(String, Int)])
            -> [String]
        {
            values.sorted { $0.0 < $1.0 }.map { "\(name){\(label)=\"\($0.0)\"} \($0.1)" }
        }
    }
#endif
