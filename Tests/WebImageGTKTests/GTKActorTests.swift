#if GTK

    import CGTK4
    import Synchronization
    import Testing
    import WebImageGTK

    extension GTKTests {
        struct GTKActorTests {
            @Test func `code of the actor runs on one thread, whatever thread adds it`() async {
                let seen = SeenThreads()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask { for _ in 0..<250 { await GTKActor.run { seen.add() } } }
                    }
                }
                #expect(seen.count == 1)
                #expect(seen.total == 2000)
            }

            @Test @GTKActor func `a callback of GLib may assume the actor`() async {
                let calls = Mutex(0)
                let box = Box(calls: { calls.withLock { $0 += 1 } })
                g_idle_add_full(
                    GDK_PRIORITY_REDRAW,
                    { data in
                        guard let data else { return 0 }
                        let box = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
                        GTKActor.assumeIsolated { box.calls() }
                        return 0
                    }, Unmanaged.passRetained(box).toOpaque(),
                    { if let data = $0 { Unmanaged<Box>.fromOpaque(data).release() } })
                #expect(await until { calls.withLock { $0 } == 1 })
            }

            @Test func `another thread may not`() async {
                await #expect(processExitsWith: .failure) {
                    GTKActor.assumeIsolated {}
                }
            }

            @Test @GTKActor func `many jobs leave time for GTK`() async {
                var timeouts = 0
                let counter = Counter()
                let id = g_timeout_add_full(
                    G_PRIORITY_DEFAULT, 1,
                    { data in
                        data?.assumingMemoryBound(to: Int.self).pointee += 1
                        return 1
                    }, counter.pointer, nil)
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<400 {
                        group.addTask { await GTKActor.run { spin(.microseconds(250)) } }
                    }
                }
                timeouts = counter.pointer.pointee
                g_source_remove(id)
                // 100 ms of jobs in blocks of 2 ms: a block of all would let none of them run.
                #expect(timeouts >= 10)
            }

            @Test @GTKActor func `jobs run in the main loop of a dialogue that a job opens`() async
            {
                var order: [Int] = []
                let first = Task {
                    let loop = g_main_loop_new(nil, 0)
                    let end = UInt(bitPattern: loop)
                    // A loop without jobs would hold GTK's thread for ever.
                    let stop = g_timeout_add_full(
                        G_PRIORITY_DEFAULT, 5000,
                        { loop in
                            g_main_loop_quit(loop.map { OpaquePointer($0) })
                            return 1
                        }, loop.map { UnsafeMutableRawPointer($0) }, nil)
                    defer { g_source_remove(stop) }
                    Task {
                        order.append(2)
                        g_main_loop_quit(OpaquePointer(bitPattern: end))
                    }
                    order.append(1)
                    g_main_loop_run(loop)
                    g_main_loop_unref(loop)
                    order.append(3)
                }
                await first.value
                #expect(order == [1, 2, 3])
            }

            @Test @GTKActor func `a value that is no object is none`() throws {
                let adjustment = try #require(gtk_adjustment_new(0, 0, 10, 1, 1, 0))
                let object = UnsafeMutableRawPointer(adjustment)
                g_object_ref_sink(object)
                defer { g_object_unref(object) }
                var objects: [Bool] = []
                Signal.connect("notify::value", of: OpaquePointer(adjustment)) { call in
                    // The second is the description of a property, the third is beyond the end.
                    objects = (0..<3).map { call.object(at: $0) != nil }
                }
                gtk_adjustment_set_value(adjustment, 4)
                #expect(objects == [true, false, false])
            }

            @Test @GTKActor
            func `a handler is called with its values, and released with its object`()
                async throws
            {
                let adjustment = try #require(gtk_adjustment_new(0, 0, 10, 1, 1, 0))
                let object = UnsafeMutableRawPointer(adjustment)
                g_object_ref_sink(object)
                weak var token: Token?
                var values: [Double] = []
                func connect() {
                    let held = Token()
                    token = held
                    Signal.connect("value-changed", of: OpaquePointer(adjustment)) { call in
                        _ = held
                        guard let object = call.object(at: 0) else { return }
                        let adjustment = UnsafeMutableRawPointer(object)
                            .assumingMemoryBound(to: GtkAdjustment.self)
                        values.append(gtk_adjustment_get_value(adjustment))
                    }
                }
                connect()
                gtk_adjustment_set_value(adjustment, 4)
                gtk_adjustment_set_value(adjustment, 7)
                #expect(values == [4, 7])
                #expect(token != nil)
                g_object_unref(object)
                #expect(token == nil)
            }
        }
    }

    /// The threads that own the main context and were seen.
    private final class SeenThreads: Sendable {
        private let state = Mutex<(threads: Set<UInt>, total: Int)>(([], 0))
        var count: Int { state.withLock { $0.threads.count } }
        var total: Int { state.withLock { $0.total } }

        func add() {
            guard g_main_context_is_owner(g_main_context_default()) != 0 else { return }
            let thread = UInt(bitPattern: g_thread_self())
            state.withLock { state in
                state.threads.insert(thread)
                state.total += 1
            }
        }
    }

    private final class Token: Sendable {}
    private final class Box: Sendable {
        let calls: @Sendable () -> Void
        init(calls: @escaping @Sendable () -> Void) { self.calls = calls }
    }

    private final class Counter {
        let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        init() { pointer.initialize(to: 0) }
        deinit { pointer.deallocate() }
    }

    private func spin(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }

#endif
