#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import Synchronization
    import WebImageCoding

    /// The program's side of the starter: its process, and calls to it, one at a time.
    final class StarterProcess: Sendable {
        /// The layers that hold in its workers.
        let layers: UInt32
        let hasLandlock: Bool
        private let process: pid_t
        private let channel: Mutex<Channel?>

        /// The time that the starter may take for an answer, in milliseconds.
        private static let patience: Int32 = 30_000

        /// Starts an executable as starter, and waits until it has loaded the codecs.
        ///
        /// - Parameters:
        ///   - path: The executable; nil for the program's own.
        ///   - identity: The codecs that it must have.
        init(path: String?, identity: String) throws(SandboxError) {
            let path = path ?? "/proc/self/exe"
            let (near, started) = try Channel.shared { other in
                withStrings(["webimage-decoder", DecoderWorker.argument]) { arguments in
                    withStrings(Self.environment) { csandbox_spawn(path, arguments, $0, other) }
                }
            }
            guard started > 0 else { throw .system("starting \(path)", errno: -started) }
            process = started
            channel = Mutex(near)
            do {
                var hello = try Self.hello(from: near)
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

        private static func hello(from channel: Channel) throws -> PacketReader {
            try channel.receive(timeout: 10_000).packet
        }

        /// The variables that libraries, fonts and backtraces depend on; all others are dropped.
        private static var environment: [String] {
            let names = [
                "LD_LIBRARY_PATH", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
            ]
            let kept = names.compactMap { name in
                getenv(name).map { "\(name)=\(String(cString: $0))" }
            }
            return kept + ["SWIFT_BACKTRACE=enable=no", "RAYON_NUM_THREADS=1"]
        }

        /// Forks a worker that gets descriptors.
        func fork(mayThread: Bool, _ descriptors: [Int32]) throws(SandboxError) -> pid_t {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.fork.rawValue)
            packet.write(mayThread)
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

        /// Ends a worker, if it still runs, and waits for it.
        ///
        /// - Parameter patience: The milliseconds in which it may end by itself.
        func end(_ worker: pid_t, patience: UInt32 = 0) -> ProcessEnd? {
            var packet = PacketWriter()
            packet.write(Message.StarterRequest.end.rawValue)
            packet.write(worker)
            packet.write(patience)
            return try? call(packet) {
                _ = try $0.read(Int32.self)
                return ProcessEnd(
                    wasKilled: try $0.readFlag(), signal: try $0.read(), status: try $0.read(),
                    peakMemory: try $0.read())
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
                    // An answer that came late would be taken for that of the next call.
                    channel = nil
                    return .failure(.noDecoder("the process that starts decoders has ended"))
                }
                return .success(value)
            }
            return try outcome.get()
        }

        /// `true` if it can start workers.
        var isAlive: Bool { channel.withLock { $0 != nil } }

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
        /// `true` if it ran until it was told to end.
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
