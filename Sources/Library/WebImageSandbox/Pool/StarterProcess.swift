#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import Synchronization
    import WebImageCoding

    /// The program's side of a starter: its process, and calls to it, one at a time.
    final class StarterProcess: Sendable {
        /// The layers that hold in its workers.
        let layers: UInt32
        let hasLandlock: Bool
        private let process: pid_t
        private let channel: Mutex<Channel?>
        /// `true` if it can start workers; read without the channel, which a call holds until its
        /// answer.
        private let hasChannel = Atomic(true)

        /// The time that the starter may take for an answer, in milliseconds.
        private static let patience: Int32 = 30_000

        /// Starts an executable as starter, and waits until it has loaded the codecs.
        ///
        /// - Parameters:
        ///   - path: The executable; nil for the program's own.
        ///   - format: The format whose libraries it loads; nil for those that the program links
        ///     alone.
        ///   - identity: The codecs that it must have.
        init(
            path: String?, libraries format: ImageFormat?, identity: String
        ) throws(SandboxError) {
            let path = path ?? "/proc/self/exe"
            let (near, started) = try Channel.shared { other in
                withStrings(["webimage-decoder", DecoderWorker.argument]) { arguments in
                    withStrings(Self.environment(for: format)) {
                        csandbox_spawn(path, arguments, $0, other)
                    }
                }
            }
            guard started > 0 else { throw .system("starting \(path)", errno: -started) }
            process = started
            channel = Mutex(near)
            do {
                var hello = try Self.hello(from: near, libraries: format)
                guard try hello.read(UInt16.self) == Message.version else {
                    throw PacketError("another version of the protocol")
                }
                layers = try hello.read()
                hasLandlock = try hello.readFlag()
                guard try hello.readText(limit: 3000) == String(identity.prefix(3000)) else {
                    throw PacketError("other codecs, or other versions of them, than this program")
                }
            } catch {
                var end = csandbox_wait(started, false)
                if !end.isOver {
                    csandbox_kill(started)
                    end = csandbox_wait(started, true)
                }
                let isLate = (error as? ChannelError)?.isTimeout ?? false
                let reason =
                    (error as? PacketError)?.what
                    ?? (isLate ? "no answer within 10 seconds" : "it ended (\(end.reason))")
                throw .noDecoder(
                    "\(reason); is DecoderWorker.runIfAsked() the first call of \(path)?")
            }
        }

        /// Names the format whose libraries are to be loaded, and waits for the first packet.
        private static func hello(
            from channel: Channel, libraries format: ImageFormat?
        ) throws -> PacketReader {
            var request = PacketWriter()
            request.write(format?.rawValue ?? "", limit: Message.maxText)
            // If the process has ended, the wait for its answer reports how.
            _ = channel.send(request, timeout: patience)
            return try channel.receive(timeout: 10_000).packet
        }

        /// The variables that libraries, fonts and backtraces depend on; all others are dropped.
        private static func environment(for format: ImageFormat?) -> [String] {
            let names = [
                "LD_LIBRARY_PATH", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
            ]
            let kept = names.compactMap { name in
                getenv(name).map { "\(name)=\(String(cString: $0))" }
            }
            let pages = format.map { takesMegabytes.contains($0) } ?? false
            return kept + ["SWIFT_BACKTRACE=enable=no", "RAYON_NUM_THREADS=1"]
                + (pages ? ["GLIBC_TUNABLES=glibc.malloc.hugetlb=1"] : [])
        }

        /// The formats whose libraries take several times the memory of a picture from the heap,
        /// which then asks for large pages: a new worker faults in a few of them in place of
        /// thousands of small ones.
        private static let takesMegabytes: Set<ImageFormat> = [.heic, .avif, .jxl]

        /// Forks a worker that gets descriptors.
        func fork(
            _ kind: WorkerKind, threads: Int, _ descriptors: [Int32]
        ) throws(SandboxError) -> pid_t {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.fork.rawValue)
            packet.write(kind.rawValue)
            packet.write(count: threads)
            let worker: pid_t = try call(packet, descriptors) { try $0.read() }
            guard worker > 0 else { throw .system("fork", errno: -worker) }
            return worker
        }

        /// Sets a worker's limits: its whole processor time in seconds, its address space in bytes.
        func limit(
            _ worker: pid_t, seconds: UInt64, addressSpace: UInt64
        ) throws(SandboxError) {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.limit.rawValue)
            packet.write(worker)
            packet.write(seconds)
            packet.write(addressSpace)
            let error: Int32 = try call(packet) { try $0.read() }
            guard error == 0 else { throw .system("prlimit", errno: error) }
        }

        /// Kills a worker, and waits for nothing.
        ///
        /// - Parameter isForgotten: `false` if ``end(_:patience:)`` asks how it ended.
        func kill(_ worker: pid_t, isForgotten: Bool = true) {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.kill.rawValue)
            packet.write(worker)
            packet.write(isForgotten)
            _ = try? call(packet) { try $0.read(Int32.self) }
        }

        /// Ends a worker, and returns how it ended; nil if that is not known in time.
        ///
        /// The wait is here: the starter is the only process that forks, and waits for none.
        ///
        /// - Parameter patience: The milliseconds in which it may end by itself.
        func end(_ worker: pid_t, patience: Int32) -> ProcessEnd? {
            if csandbox_await_end(worker, patience), let end = reap(worker, wasKilled: false) {
                return end
            }
            kill(worker, isForgotten: false)
            // The system takes back its memory first.
            if csandbox_await_end(worker, Self.killPatience),
                let end = reap(worker, wasKilled: true)
            {
                return end
            }
            kill(worker)
            return nil
        }

        /// The time in which a killed process ends, in milliseconds.
        private static let killPatience: Int32 = 5000

        private func reap(_ worker: pid_t, wasKilled: Bool) -> ProcessEnd? {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.reap.rawValue)
            packet.write(worker)
            return try? call(packet) { answer -> ProcessEnd? in
                guard try answer.readFlag() else { return nil }
                return ProcessEnd(
                    wasKilled: wasKilled, signal: try answer.read(), status: try answer.read(),
                    peakMemory: try answer.read())
            }
        }

        private func call<Answer: Sendable>(
            _ packet: PacketWriter, _ descriptors: [Int32] = [],
            _ read: (inout PacketReader) throws -> Answer
        ) throws(SandboxError) -> Answer {
            let outcome = channel.withLock { channel -> Result<Answer, SandboxError> in
                guard let open = channel else {
                    return .failure(.noDecoder("it has ended"))
                }
                guard open.send(packet, with: descriptors, timeout: Self.patience) == 0,
                    var answer = try? open.receive(timeout: Self.patience).packet,
                    let value = try? read(&answer)
                else {
                    // An answer that came late would be taken for the next call's.
                    channel = nil
                    hasChannel.store(false, ordering: .relaxed)
                    return .failure(.noDecoder("the process that starts decoders has ended"))
                }
                return .success(value)
            }
            return try outcome.get()
        }

        /// Returns the layers that a worker of a kind must report.
        func layers(of kind: WorkerKind) -> UInt32 {
            let own = kind.mayThread ? 0 : CSANDBOX_OWN_USER.rawValue
            return layers & ~(SandboxReport.layersOfStarter | own)
        }

        /// `true` if workers that may start threads have a user of their own, whose threads are
        /// counted.
        var countsThreads: Bool { layers & CSANDBOX_OWN_USER.rawValue != 0 }

        /// `true` if it can start workers.
        var isAlive: Bool { hasChannel.load(ordering: .relaxed) }

        deinit {
            // Its workers end with it.
            channel.withLock { $0 = nil }
            let deadline = ContinuousClock.now + .seconds(1)
            while !csandbox_wait(process, false).isOver, ContinuousClock.now < deadline {
                usleep(1000)
            }
            guard !csandbox_wait(process, false).isOver else { return }
            csandbox_kill(process)
            _ = csandbox_wait(process, true)
        }
    }

    /// The end of a worker.
    struct ProcessEnd: Sendable {
        /// `true` if it ran until it was asked to end.
        let wasKilled: Bool
        let signal: Int32
        let status: Int32
        let peakMemory: UInt64
    }

    extension csandbox_end {
        /// `true` if the process has ended or is unknown.
        fileprivate var isOver: Bool { ended || error != 0 }
        fileprivate var reason: String {
            signal != 0 ? "signal \(signal)" : "status \(status)"
        }
    }
#endif
