#if Server
    import CoreMetrics
    import Testing
    import WebImageServer

    struct PrometheusMetricsTests {
        @Test func `metrics are lines of text by their names`() {
            let metrics = PrometheusMetrics(help: ["b_total": "Things since the start."])
            Counter(label: "b_total", factory: metrics).increment(by: 3)
            for kind in ["x", "y"] {
                Counter(label: "c_total", dimensions: [("kind", kind)], factory: metrics)
                    .increment()
            }
            Meter(label: "a", factory: metrics).set(2.5)
            #expect(
                metrics.text == """
                    # TYPE a gauge
                    a 2.5
                    # HELP b_total Things since the start.
                    # TYPE b_total counter
                    b_total 3
                    # TYPE c_total counter
                    c_total{kind="x"} 1
                    c_total{kind="y"} 1

                    """)
        }

        @Test func `a timer is a histogram in seconds`() {
            let metrics = PrometheusMetrics()
            let timer = Timer(label: "t", dimensions: [("span", "load")], factory: metrics)
            for milliseconds in [5, 6, 60_000] { timer.recordMilliseconds(milliseconds) }
            let lines = metrics.text.split(separator: "\n")
            for line in [
                "t_bucket{span=\"load\",le=\"0.005\"} 1", "t_bucket{span=\"load\",le=\"0.01\"} 2",
                "t_bucket{span=\"load\",le=\"10\"} 2", "t_bucket{span=\"load\",le=\"+Inf\"} 3",
                "t_sum{span=\"load\"} 60.011", "t_count{span=\"load\"} 3",
            ] {
                #expect(lines.contains { $0 == line }, "\(line) in \(metrics.text)")
            }
        }

        @Test func `names and labels of other programs are made fit`() {
            let metrics = PrometheusMetrics()
            Counter(label: "1.a-b", dimensions: [("x:y", "a\"b\\c\nd")], factory: metrics)
                .increment()
            #expect(metrics.text.contains("_1_a_b{x_y=\"a\\\"b\\\\c\\nd\"} 1\n"))
        }

        @Test func `one metric has one kind and one object`() {
            let metrics = PrometheusMetrics()
            Counter(label: "a", factory: metrics).increment()
            Counter(label: "a", factory: metrics).increment()
            Meter(label: "a", factory: metrics).set(7)
            #expect(metrics.text == "# TYPE a counter\na 2\n")
        }

        @Test func `the number of metrics is bounded`() {
            let metrics = PrometheusMetrics(limit: 2)
            let counters = (0..<10).map {
                Counter(label: "a", dimensions: [("n", "\($0)")], factory: metrics)
            }
            for counter in counters { counter.increment() }
            #expect(metrics.text.split(separator: "\n").count == 3)
            counters[0].destroy()
            Counter(label: "b", factory: metrics).increment()
            #expect(metrics.text.contains("\nb 1\n"))
        }

        @Test func `numbers that are none are told or left out`() {
            let metrics = PrometheusMetrics()
            let gauge = Gauge(label: "g", factory: metrics)
            for (value, text) in [(Double.nan, "NaN"), (-.infinity, "-Inf"), (1e300, "1e+300")] {
                gauge.record(value)
                #expect(metrics.text.contains("g \(text)\n"))
            }
            Recorder(label: "r", factory: metrics).record(Double.nan)
            #expect(metrics.text.contains("r_count 0\n"))
        }

        @Test func `tasks count together`() async {
            let metrics = PrometheusMetrics()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<1_000 {
                            Counter(label: "c", factory: metrics).increment()
                            Meter(label: "m", factory: metrics).increment()
                            Timer(label: "t", factory: metrics).recordNanoseconds(1)
                        }
                    }
                }
            }
            for line in ["c 8000\n", "m 8000\n", "t_count 8000\n"] {
                #expect(metrics.text.contains(line))
            }
        }
    }
#endif
