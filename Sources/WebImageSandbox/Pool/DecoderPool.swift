#if Sandbox && os(Linux)
    import CSandbox
    import Synchronization
    import WebImageCoding

    /// The workers of a program: as many as requests run at once, forked when first needed.
    ///
    /// It ends with its last reference, and all workers with it.
    final class DecoderPool: Sendable {
        private struct State {
            var starter: StarterProcess?
            /// The workers without a request, the last used at the end.
            var idle: [WorkerProcess] = []
            var lastAnimation: UInt64 = 0
            /// The starts that failed one after the other, and the time before which none is tried.
            var failures = 0
            var nextStart = ContinuousClock.now
            var lastFailure: SandboxError?
            var isTrimming = false
        }

        private let state = Mutex(State())
        private let settings: Settings

        /// The settings of the start of workers.
        struct Settings: Sendable {
            let identity: String
            let isolation: DecoderIsolation
            let wall: WallPolicy
            let executable: String?
        }

        init(_ settings: Settings) { self.settings = settings }

        /// Starts the first process, unless it runs.
        ///
        /// - Returns: What holds of the wall.
        @discardableResult
        func start() throws(SandboxError) -> SandboxReport {
            let outcome = state.withLock { state in
                Result { () throws(SandboxError) in try running(&state) }
            }
            return SandboxReport(of: try outcome.get())
        }

        private func running(_ state: inout State) throws(SandboxError) -> StarterProcess {
            if let starter = state.starter, starter.isAlive { return starter }
            guard !DecoderWorker.isAsked else {
                throw .noDecoder(
                    "this is one; DecoderWorker.runIfAsked() is not the program's first call")
            }
            guard ContinuousClock.now >= state.nextStart else {
                throw state.lastFailure ?? .noDecoder("starting failed \(state.failures) times")
            }
            do throws(SandboxError) {
                let starter = try StarterProcess(
                    path: settings.executable, identity: settings.identity)
                let report = SandboxReport(of: starter)
                guard settings.wall == .available || report.missing.isEmpty else {
                    throw SandboxError.missingLayers(report.missing)
                }
                state.idle = []
                state.starter = starter
                return starter
            } catch {
                Self.hold(&state, error)
                throw error
            }
        }

        /// Delays the next start after a failed one: 0, 0, 1, 2, 4 … 60 seconds.
        private static func hold(_ state: inout State, _ error: SandboxError) {
            state.failures += 1
            state.lastFailure = error
            let seconds = state.failures < 3 ? 0 : min(60, 1 << min(state.failures - 3, 6))
            state.nextStart = .now + .seconds(seconds)
        }

        /// Returns a number for a new animation.
        func nextAnimation() -> UInt64 {
            state.withLock {
                $0.lastAnimation += 1
                return $0.lastAnimation
            }
        }

        /// Takes an idle worker for a request, by preference the one that has its bytes, or forks one.
        func take(
            mayThread: Bool, _ bytes: UnsafeRawBufferPointer, animation: UInt64
        ) throws(SandboxError) -> WorkerProcess {
            if let found = takeIdle(mayThread: mayThread, bytes.count, animation) {
                let isRight = settings.isolation == .shared || found.isFor(bytes, animation)
                if isRight, found.isFit { return found }
                found.end()
            }
            let starter = try state.withLock { state in
                Result { () throws(SandboxError) in try running(&state) }
            }.get()
            do throws(SandboxError) {
                let made = try WorkerProcess(starter, mayThread: mayThread)
                state.withLock { $0.failures = 0 }
                return made
            } catch {
                state.withLock { Self.hold(&$0, error) }
                throw error
            }
        }

        /// Takes an idle worker: one of the animation, else one with as many bytes, else any.
        private func takeIdle(
            mayThread: Bool, _ byteCount: Int, _ animation: UInt64
        ) -> WorkerProcess? {
            state.withLock { state in
                let ranked = state.idle.indices.filter { state.idle[$0].mayThread == mayThread }
                let index =
                    ranked.last { animation != 0 && state.idle[$0].animation == animation }
                    ?? ranked.last { state.idle[$0].byteCount == byteCount } ?? ranked.last
                return index.map { state.idle.remove(at: $0) }
            }
        }

        /// Takes back a worker that has answered.
        func give(_ worker: WorkerProcess) {
            worker.hasAnswered()
            guard !worker.isWornOut else {
                worker.end()
                return
            }
            let starts = state.withLock { state in
                state.idle.append(worker)
                defer { state.isTrimming = true }
                return !state.isTrimming
            }
            if starts { trimLater() }
        }

        /// Ends idle workers that are stale, until none is idle.
        private func trimLater() {
            Task { [weak self] in
                while let pool = self, pool.trim() {
                    _ = consume pool
                    try? await Task.sleep(for: .milliseconds(500))
                }
            }
        }

        /// - Returns: `false` if no worker is idle.
        private func trim() -> Bool {
            let stale = state.withLock { state in
                let stale = state.idle.filter { $0.isStale || !$0.isFit }
                state.idle.removeAll { worker in stale.contains { $0 === worker } }
                state.isTrimming = !state.idle.isEmpty
                return (workers: stale, goesOn: state.isTrimming)
            }
            for worker in stale.workers { worker.end() }
            return stale.goesOn
        }
    }
#endif
