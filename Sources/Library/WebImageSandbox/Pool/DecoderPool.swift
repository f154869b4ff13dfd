#if Sandbox && os(Linux)
    import CSandbox
    import Synchronization
    import WebImageCoding
    import WebImageRuntime

    /// The workers of a program: as many as requests run at once, forked when first needed.
    ///
    /// It ends with its last reference, and all workers with it.
    final class DecoderPool: Sendable {
        private struct State {
            /// The workers without a request, the last used at the end.
            var idle: [WorkerProcess] = []
            /// The workers that were forked ahead, and have seen nothing.
            var spares: [WorkerProcess] = []
            var lastAnimation: UInt64 = 0
            var isTrimming = false
            /// The roles whose spare workers are being forked.
            var refilled: Set<WorkerRole> = []
        }

        private let state = Mutex(State())
        private let starters: Starters
        private let settings: Settings
        /// The thread that forks spare workers.
        private let refiller = WorkExecutor(maxThreads: 1)

        /// The settings of the start of workers.
        struct Settings: Sendable {
            let identity: String
            /// The formats whose codecs load libraries on first use, with the names of their
            /// starters.
            var libraries: [ImageFormat: ImageFormat] = [:]
            var isolation = DecoderIsolation.shared
            var wall = WallPolicy.available
            var allowances = WorkerAllowances()
            let executable: String?
            /// Receives the required parts of the wall that the system lacks, once; nil for none.
            var onMissing: (@Sendable ([SandboxReport.Layer]) -> Void)?
        }

        init(_ settings: Settings) {
            self.settings = settings
            starters = Starters(settings)
        }

        /// The resources that workers may have.
        var allowances: WorkerAllowances { settings.allowances }

        /// Starts the process without libraries of a format, unless it runs.
        ///
        /// - Returns: What holds of the wall.
        @discardableResult
        func start() throws(SandboxError) -> SandboxReport {
            SandboxReport(of: try starters.starter(for: nil))
        }

        /// Returns a number for a new animation.
        func nextAnimation() -> UInt64 {
            state.withLock {
                $0.lastAnimation += 1
                return $0.lastAnimation
            }
        }

        /// Returns the pictures that may share a worker with a request's.
        ///
        /// An encoder that sees pixels alone serves all. Metadata and profiles are bytes of
        /// strangers that libraries read; they do not name their source, so that without the
        /// pipeline's word no other request has the worker that saw them.
        func mark(for request: DecodeRequest) -> WorkerMark {
            if request.operation == .encode, request.byteCount == 0 { return .pixels }
            if let name = request.source { return .source(name) }
            switch request.operation {
            case .convert, .describe, .encode: return .once
            case .demand, .metadata, .color, .decode, .frames, .frame, .clean: return .bytes
            }
        }

        /// Returns the kind of worker for a request, and the libraries that it must have.
        func role(for request: DecodeRequest) -> WorkerRole {
            WorkerRole(kind: request.kind, libraries: settings.libraries[request.format])
        }

        /// Takes a worker for a request: an idle one that may answer it, a spare one, or a new one.
        func take(
            _ role: WorkerRole, _ mark: WorkerMark, _ bytes: UnsafeRawBufferPointer,
            animation: UInt64
        ) throws(SandboxError) -> WorkerProcess {
            switch settings.isolation {
            case .shared:
                if let found = takeIdle(role, bytes.count, animation), keep(found) { return found }
                return try fork(role)
            case .perSource:
                if let found = takeIdle(role, mark, bytes, animation), keep(found) { return found }
                let spare = takeSpare(role)
                let worker = if let spare { spare } else { try fork(role) }
                worker.mark = mark
                refill(role)
                return worker
            }
        }

        /// Returns `true` if an idle worker can be used, and ends it otherwise.
        private func keep(_ worker: WorkerProcess) -> Bool {
            if worker.isFit { return true }
            worker.end()
            return false
        }

        private func fork(_ role: WorkerRole) throws(SandboxError) -> WorkerProcess {
            let starter = try starters.starter(for: role.libraries)
            do throws(SandboxError) {
                let made = try WorkerProcess(
                    starter, role, threads: allowances.threads(of: role.kind))
                starters.forgetFailures(for: role.libraries)
                return made
            } catch {
                starters.hold(role.libraries, error)
                throw error
            }
        }

        /// Takes any idle worker: one of the animation, else one with as many bytes, else the last.
        private func takeIdle(
            _ role: WorkerRole, _ byteCount: Int, _ animation: UInt64
        ) -> WorkerProcess? {
            state.withLock { state in
                let ranked = state.idle.indices.filter { state.idle[$0].serves(role) }
                let index =
                    ranked.last { animation != 0 && state.idle[$0].animation == animation }
                    ?? ranked.last { state.idle[$0].byteCount == byteCount } ?? ranked.last
                return index.map { state.idle.remove(at: $0) }
            }
        }

        /// Takes an idle worker that has seen nothing but the source of a request.
        private func takeIdle(
            _ role: WorkerRole, _ mark: WorkerMark, _ bytes: UnsafeRawBufferPointer,
            _ animation: UInt64
        ) -> WorkerProcess? {
            state.withLock { state in
                state.idle.lastIndex { $0.serves(role) && $0.isFor(mark, bytes, animation) }
                    .map { state.idle.remove(at: $0) }
            }
        }

        /// Takes back a worker that has answered.
        func give(_ worker: WorkerProcess) {
            worker.hasAnswered()
            guard !worker.isWornOut, worker.mark != .once else {
                worker.end()
                return
            }
            let ended = state.withLock { state -> [WorkerProcess] in
                // The program maps the memories, too, which would add up over the formats.
                let isLarge = { (idle: WorkerProcess) in
                    idle.role != worker.role && idle.animation == 0 && idle.hasLargeMemory
                }
                var ended = state.idle.filter(isLarge)
                state.idle.removeAll(where: isLarge)
                state.idle.append(worker)
                if isFull(state) { ended.append(state.idle.removeFirst()) }
                return ended
            }
            for worker in ended { worker.end() }
            trimLater()
        }

        /// Returns `true` if more workers are idle than can be of use: each has its own source.
        private func isFull(_ state: State) -> Bool {
            settings.isolation == .perSource && state.idle.count > Self.mostIdle
        }

        private static let mostIdle = 2 * ProcessorCount.current + 4
    }

    // Workers that are forked ahead, and those that are ended.
    extension DecoderPool {
        /// The spare workers of a role: as many as processors can use at once.
        private static let spareCount = min(ProcessorCount.current, 4)

        private func takeSpare(_ role: WorkerRole) -> WorkerProcess? {
            let spare = state.withLock { state in
                state.spares.lastIndex { $0.role == role }.map { state.spares.remove(at: $0) }
            }
            guard let spare, keep(spare) else { return nil }
            return spare
        }

        /// Forks spare workers of a role, off this thread.
        private func refill(_ role: WorkerRole) {
            guard state.withLock({ $0.refilled.insert(role).inserted }) else { return }
            Task {
                await refiller.run {
                    while forkSpare(role) {}
                    state.withLock { _ = $0.refilled.remove(role) }
                }
            }
        }

        /// - Returns: `false` if there are enough, or none can be forked.
        private func forkSpare(_ role: WorkerRole) -> Bool {
            let count = state.withLock { $0.spares.count { $0.role == role } }
            guard count < Self.spareCount, let spare = try? fork(role) else { return false }
            state.withLock { $0.spares.append(spare) }
            trimLater()
            return true
        }

        /// Ends idle workers that are stale, until none is idle.
        private func trimLater() {
            let starts = state.withLock { state in
                defer { state.isTrimming = true }
                return !state.isTrimming
            }
            guard starts else { return }
            Task { [weak self] in
                while let pool = self, pool.trim() {
                    _ = consume pool
                    try? await Task.sleep(for: .milliseconds(500))
                }
            }
        }

        /// - Returns: `false` if no worker is idle.
        private func trim() -> Bool {
            let isGone = { @Sendable (worker: WorkerProcess) in worker.isStale || !worker.isFit }
            let stale = state.withLock { state in
                let stale = (state.idle + state.spares).filter(isGone)
                let isStale = { (worker: WorkerProcess) in stale.contains { $0 === worker } }
                state.idle.removeAll(where: isStale)
                state.spares.removeAll(where: isStale)
                state.isTrimming = !(state.idle.isEmpty && state.spares.isEmpty)
                return (workers: stale, goesOn: state.isTrimming)
            }
            for worker in stale.workers { worker.end() }
            return stale.goesOn
        }
    }
#endif
