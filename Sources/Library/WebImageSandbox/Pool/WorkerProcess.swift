#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import WebImageCoding
    import WebImagePixels

    /// The pictures that may share a worker under ``DecoderIsolation/perSource``.
    enum WorkerMark: Hashable {
        /// All of which it sees pixels alone, to encode them: the program has checked their size,
        /// and they are no format that could be malformed.
        case pixels
        /// The pictures of one source, named by the pipeline.
        case source(String)
        /// The pictures of the bytes in its input memory.
        case bytes
        /// One only: its source is unknown.
        case once
    }

    /// The program's side of one worker.
    // Safe because the pool hands a worker to one call at a time.
    final class WorkerProcess: @unchecked Sendable {
        let role: WorkerRole
        private let threads: Int
        /// The pictures that it may have seen; nil for none yet.
        var mark: WorkerMark?
        private let process: pid_t
        private let starter: StarterProcess
        private let channel: Channel
        private let baseAddressSpace: UInt64
        private(set) var input: SharedMemory
        private(set) var output: SharedMemory
        /// The size of the largest output memory; the worker has it still if a canvas lies in it.
        private var largestOutput = Message.memoryByteCount
        /// The bytes of the memories that others replaced; one that was taken over may keep all of
        /// them.
        private var replacedBytes = 0
        /// The number of bytes in the input memory, nil before the first.
        private(set) var byteCount: Int?
        /// The animation that it has open, 0 for none.
        var animation: UInt64 = 0
        /// The requests it has answered.
        private var answerCount = 0
        /// The time of the last answer, or of the start, and the processor time used by the last
        /// answer.
        private(set) var lastAnswer = ContinuousClock.now
        private var timeAtAnswer: Duration?
        private var hasEnded = false
        /// The bytes of its own memory that its limits allow.
        private(set) var memory = 0
        private var limits: (seconds: UInt64, addressSpace: UInt64) = (0, 0)

        /// Starts a worker, and waits until its wall stands.
        init(
            _ starter: StarterProcess, _ role: WorkerRole, threads: Int
        ) throws(SandboxError) {
            self.starter = starter
            (self.role, self.threads) = (role, threads)
            input = try SharedMemory(count: Message.memoryByteCount, isWritable: false)
            output = try SharedMemory(count: Message.memoryByteCount, isWritable: true)
            let memories = [input.shared, output.shared]
            let (near, started) = try Channel.shared { other throws(SandboxError) in
                try starter.fork(role.kind, threads: threads, [other] + memories)
            }
            (channel, process) = (near, started)
            guard var ready = try? near.receive(timeout: 10_000).packet,
                let layers = try? ready.read(UInt32.self),
                let space = try? ready.read(UInt64.self)
            else {
                let end = starter.end(started, patience: 100)
                throw .noDecoder("a worker ended before it was ready (\(end?.signal ?? 0))")
            }
            baseAddressSpace = space
            // What the probe found must hold in each worker.
            guard layers == starter.layers(of: role.kind) else {
                starter.kill(started)
                throw .noDecoder("a worker has other layers than the probe")
            }
        }

        /// Returns `true` if the input memory has these bytes; the worker may have changed them.
        func has(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard byteCount == bytes.count, let start = bytes.baseAddress else { return false }
            return memcmp(input.base, start, bytes.count) == 0
        }

        /// Returns `true` if it can serve a request: each has the libraries that the program links.
        func serves(_ role: WorkerRole) -> Bool {
            self.role == role || role.libraries == nil && self.role.kind == role.kind
        }

        /// Returns `true` if a request may be answered by it under ``DecoderIsolation/perSource``:
        /// it has seen nothing but pictures of that mark, or this animation.
        func isFor(
            _ mark: WorkerMark, _ bytes: UnsafeRawBufferPointer, _ animation: UInt64
        ) -> Bool {
            if animation != 0, self.animation == animation { return true }
            guard self.mark == mark else { return false }
            switch mark {
            case .pixels, .source: return true
            case .bytes: return has(bytes)
            case .once: return false
            }
        }

        /// `true` if it has more threads than it may have, where the system does not count them:
        /// without a user namespace for each worker it would take others' threads.
        var hasTooManyThreads: Bool {
            role.kind.mayThread && !starter.countsThreads
                && Int(csandbox_thread_count(process)) > threads
        }

        /// The processor time that it has used; nil once it has ended.
        var processorTime: Duration? {
            var nanoseconds: UInt64 = 0
            guard csandbox_processor_time(process, &nanoseconds) else { return nil }
            return .nanoseconds(Int64(clamping: nanoseconds))
        }

        /// `true` if its shared memories are larger than at the start.
        var hasLargeMemory: Bool { max(input.count, largestOutput) > Message.memoryByteCount }

        /// `true` if it has large memories or much private memory.
        var hasGrown: Bool {
            var bytes: UInt64 = 0
            return hasLargeMemory
                || csandbox_private_memory(process, &bytes) && bytes > 12 << 20
        }

        /// Puts bytes into the input memory, and pixels after them.
        ///
        /// - Returns: The new memory's descriptor and size if the present one was too small.
        func fill(
            _ bytes: UnsafeRawBufferPointer, _ bitmap: Bitmap?
        ) throws(SandboxError) -> (descriptor: Int32, count: Int)? {
            let needed = bitmap.map { WirePicture($0).end(behind: bytes.count) } ?? bytes.count
            let isLarger = needed > input.count
            if isLarger {
                replacedBytes += input.count
                input = try SharedMemory(count: needed, isWritable: false)
            }
            populate(input.base, byteCount: needed)
            if let start = bytes.baseAddress {
                input.base.copyMemory(from: start, byteCount: bytes.count)
            }
            if let bitmap { input.write(bitmap, behind: bytes.count) }
            byteCount = bytes.count
            return isLarger ? (input.shared, input.count) : nil
        }

        /// Makes the output memory larger; returns its descriptor.
        func enlargeOutput(_ count: Int) throws(SandboxError) -> Int32 {
            replacedBytes += output.count
            output = try SharedMemory(count: count, isWritable: true)
            largestOutput = max(largestOutput, count)
            try set(limits.seconds, limits.addressSpace + UInt64(count))
            return output.shared
        }

        /// Sets the limits of the next request, unless the last ones serve: the program itself ends
        /// a worker at its time, so some seconds more are no harm, and cost no message.
        ///
        /// - Parameters:
        ///   - memory: The bytes of its own memory.
        ///   - copiesInput: `true` if it copies its input besides, as workers of animations and
        ///     pixels do.
        func limit(time: Duration, memory: Int, copiesInput: Bool) throws(SandboxError) {
            let used = processorTime ?? .zero
            let seconds = UInt64(clamping: (used + time).components.seconds) + 2
            self.memory = memory
            let shared = input.count * (copiesInput ? 2 : 1) + largestOutput
            let space = baseAddressSpace + UInt64(memory) + UInt64(shared)
            guard limits.addressSpace != space || !(seconds...seconds + 5).contains(limits.seconds)
            else { return }
            try set(seconds, space)
        }

        private func set(_ seconds: UInt64, _ addressSpace: UInt64) throws(SandboxError) {
            try starter.limit(process, seconds: seconds, addressSpace: addressSpace)
            limits = (seconds, addressSpace)
        }

        func send(_ packet: PacketWriter, with descriptors: [Int32]) -> Bool {
            channel.send(packet, with: descriptors, timeout: 10_000) == 0
        }

        /// Waits some milliseconds for an answer.
        func receive(timeout: Int32) throws(ChannelError) -> PacketReader {
            try channel.receive(timeout: timeout).packet
        }

        /// Counts a request as answered.
        func hasAnswered() {
            answerCount += 1
            lastAnswer = .now
            timeAtAnswer = processorTime
        }

        /// `true` if another one should take its place: it has answered many requests, or may keep
        /// much memory that its limits do not count.
        var isWornOut: Bool {
            answerCount >= Self.maxAnswers && animation == 0
                || replacedBytes >= Self.maxReplacedBytes
        }

        private static let (maxAnswers, maxReplacedBytes) = (2000, 256 << 20)

        /// `true` unless it has computed without a request, or its starter has ended.
        var isFit: Bool {
            guard starter.isAlive, let now = processorTime else { return false }
            guard let timeAtAnswer else { return answerCount == 0 }
            return now - timeAtAnswer < .milliseconds(50)
        }

        /// `true` if it should end: it is idle for long, or for a while with much memory.
        ///
        /// One with an open animation is kept longer, since opening it again decodes all frames
        /// before.
        var isStale: Bool {
            let idle = lastAnswer.duration(to: .now)
            let (most, grown): (Duration, Duration) =
                animation == 0 ? (.seconds(10), .seconds(1)) : (.seconds(60), .seconds(30))
            return idle > most || idle > grown && hasGrown
        }

        /// Ends it.
        func end() {
            guard !hasEnded else { return }
            hasEnded = true
            starter.kill(process)
        }

        /// Ends it, and returns how it ended; nil if that is not known.
        ///
        /// - Parameter patience: The milliseconds in which it may end by itself.
        func end(patience: Int32) -> ProcessEnd? {
            guard !hasEnded else { return nil }
            hasEnded = true
            return starter.end(process, patience: patience)
        }
    }
#endif
