#if Sandbox && os(Linux)
    import Synchronization
    import WebImageCoding

    /// The processes that fork, by the format whose libraries they have loaded; nil for none.
    final class Starters: Sendable {
        /// The starts for a format that failed one after the other.
        private struct Failures {
            let count: Int
            /// The time before which none is tried.
            let nextStart: ContinuousClock.Instant
            let last: SandboxError
        }

        private struct State {
            var running: [ImageFormat?: StarterProcess] = [:]
            var failures: [ImageFormat?: Failures] = [:]
            /// `true` once the missing parts of the wall were reported.
            var isTold = false
        }

        private let settings: DecoderPool.Settings
        private let state = Mutex(State())
        /// Held while one starts, which takes long where fonts are read; other formats do not wait.
        private let starts = Mutex(())

        init(_ settings: DecoderPool.Settings) { self.settings = settings }

        /// Returns the process that forks workers with the libraries of a format, started if it
        /// does not run.
        func starter(for libraries: ImageFormat?) throws(SandboxError) -> StarterProcess {
            if let running = running(libraries) { return running }
            let outcome = starts.withLock { _ in
                Result { () throws(SandboxError) in
                    if let running = running(libraries) { return running }
                    return try start(libraries)
                }
            }
            let starter = try outcome.get()
            let isTold = state.withLock { state in
                defer { state.isTold = true }
                return state.isTold
            }
            let missing = isTold ? [] : SandboxReport(of: starter).missing
            if !missing.isEmpty { settings.onMissing?(missing) }
            return starter
        }

        private func running(_ libraries: ImageFormat?) -> StarterProcess? {
            state.withLock { $0.running[libraries] }.flatMap { $0.isAlive ? $0 : nil }
        }

        private func start(_ libraries: ImageFormat?) throws(SandboxError) -> StarterProcess {
            guard !DecoderWorker.isAsked else {
                throw .noDecoder(
                    "this is one; DecoderWorker.runIfAsked() is not the program's first call")
            }
            if let failures = state.withLock({ $0.failures[libraries] }),
                ContinuousClock.now < failures.nextStart
            {
                throw failures.last
            }
            do throws(SandboxError) {
                let starter = try StarterProcess(
                    path: settings.executable, libraries: libraries, identity: settings.identity)
                let report = SandboxReport(of: starter)
                guard settings.wall == .available || report.missing.isEmpty else {
                    throw SandboxError.missingLayers(report.missing)
                }
                state.withLock { $0.running[libraries] = starter }
                return starter
            } catch {
                hold(libraries, error)
                throw error
            }
        }

        /// Delays the next start for a format after a failed one: 0, 0, 1, 2, 4 … 60 seconds.
        func hold(_ libraries: ImageFormat?, _ error: SandboxError) {
            state.withLock { state in
                let count = (state.failures[libraries]?.count ?? 0) + 1
                let seconds = count < 3 ? 0 : min(60, 1 << min(count - 3, 6))
                state.failures[libraries] = Failures(
                    count: count, nextStart: .now + .seconds(seconds), last: error)
            }
        }

        /// Forgets the failures for a format, whose starter has forked.
        func forgetFailures(for libraries: ImageFormat?) {
            state.withLock { $0.failures[libraries] = nil }
        }
    }
#endif
