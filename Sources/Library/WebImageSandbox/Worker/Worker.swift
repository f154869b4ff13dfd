#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import WebImageCoding
    import WebImagePixels

    /// A process that decodes one request after the other behind the wall.
    struct Worker {
        private let channel: Channel
        private let codecs: CodecList
        private let layers: UInt32
        /// The address space before the wall, which forbids to read it.
        private let addressSpace = csandbox_address_space()
        private var input: SharedMemory?
        private var output: OutputMemory?
        private var state = WorkerState()

        /// Closes what a worker does not need, and builds the wall.
        ///
        /// - Parameter descriptors: The socket, and the memories for bytes and results.
        init(
            codecs: CodecList, _ descriptors: [Int32], _ kind: WorkerKind, threads: Int,
            parent: pid_t
        ) {
            if csandbox_keep_only(descriptors, Int32(descriptors.count)) != 0 { csandbox_exit(2) }
            // A terminal or a log is not for strangers' text; 1 is /dev/null.
            dup2(1, 2)
            channel = Channel(owning: 3)
            self.codecs = codecs
            if !kind.mayThread { clearenv() }
            layers = Self.buildWall(kind, threads: threads, parent: parent)
        }

        /// Builds the wall; returns the layers that hold.
        static func buildWall(_ kind: WorkerKind, threads: Int, parent: pid_t) -> UInt32 {
            var wall = csandbox_wall()
            wall.allows_threads_and_files = kind.mayThread
            wall.threads = UInt64(clamping: threads)
            wall.memory = WorkerLimits.firstMemory
            wall.seconds = WorkerLimits.firstSeconds
            guard kind.readsFonts else { return csandbox_wall_build(&wall, parent) }
            return FontFolders.withCStrings { folders in
                wall.readable = folders
                return csandbox_wall_build(&wall, parent)
            }
        }

        /// Creates a worker without a wall, which a starter asks itself before it forks.
        init(
            codecs: CodecList, _ channel: Channel, _ input: SharedMemory, _ output: OutputMemory
        ) {
            (self.codecs, self.channel, self.input, self.output) = (codecs, channel, input, output)
            layers = 0
        }

        /// Answers requests until the program closes the socket.
        mutating func run() -> Never {
            input = try? SharedMemory(receiving: 4, count: Message.memoryByteCount, writable: false)
            output = try? OutputMemory(receiving: 5, count: Message.memoryByteCount)
            var ready = PacketWriter()
            ready.write(layers)
            ready.write(addressSpace)
            guard input != nil, output != nil, channel.send(ready, timeout: -1) == 0 else {
                csandbox_exit(3)
            }
            while serveNext() {}
            csandbox_exit(0)
        }

        /// Answers a request; returns `false` once the program has closed the socket.
        mutating func serveNext() -> Bool {
            guard let (received, descriptors) = try? channel.receive(descriptors: 1, timeout: -1)
            else { return false }
            var packet = received
            if let descriptor = descriptors.first {
                // The new memory precedes the request in its packet.
                input = nil
                guard let count = try? packet.readCount("a memory"),
                    let memory = try? SharedMemory(
                        receiving: descriptor, count: count, writable: false)
                else { return false }
                input = memory
            } else {
                guard (try? packet.readCount("no memory", in: 0...0)) == 0 else { return false }
            }
            guard let input,
                let request = try? DecodeRequest(from: &packet, capacity: input.count)
            else { return false }
            output?.releaseUnused()
            if request.operation.beginsPicture { output?.lend() }
            let outcome = Result { () throws(CodecError) in
                try state.run(request, codecs, input)
            }
            return send(outcome, of: request.operation)
        }

        private func send(
            _ outcome: Result<DecodeResult, CodecError>, of operation: Message.Operation
        ) -> Bool {
            var answer = PacketWriter()
            var blocks = ResultBlocks()
            switch outcome {
            case .success(let result):
                answer.write(Message.Status.result.rawValue)
                result.write(to: &answer, &blocks)
                guard let memory = memory(for: blocks) else {
                    csandbox_exit(WorkerStatus.noMemory)
                }
                blocks.write(to: memory)
            case .failure(let error):
                answer.write(Message.Status.error.rawValue)
                error.write(to: &answer)
            }
            return channel.send(answer, timeout: -1) == 0
        }

        /// Returns a memory for a result; asks the program for another one if it does not fit the
        /// present one.
        private func memory(for blocks: ResultBlocks) -> SharedMemory? {
            guard let output, let memory = output.memory else { return nil }
            if blocks.fit(memory) { return memory }
            let isTooSmall = blocks.capacity > memory.count
            output.leave()
            // The next picture of this size may have more metadata.
            let capacity = max(blocks.capacity + (1 << 16), Message.memoryByteCount)
            var question = PacketWriter()
            question.write(Message.Status.needsMemory.rawValue)
            question.write(count: capacity)
            guard channel.send(question, timeout: -1) == 0,
                let (received, descriptors) = try? channel.receive(descriptors: 1, timeout: -1),
                let descriptor = descriptors.first,
                case var packet = received,
                let count = try? packet.readCount("a memory", in: capacity...Int.max)
            else { return nil }
            try? output.take(descriptor, count: count)
            // Otherwise a bitmap that is no result lay in it, and the next one would again.
            if isTooSmall { output.lend() }
            return output.memory
        }
    }

    extension Message.Operation {
        /// `true` if bitmaps of another picture than before follow.
        fileprivate var beginsPicture: Bool {
            switch self {
            case .decode, .frames, .convert: true
            case .demand, .metadata, .color, .frame, .describe, .encode, .clean: false
            }
        }
    }

    /// The limits of a worker before its first request.
    enum WorkerLimits {
        /// The address space beyond the starter's, in bytes.
        static let firstMemory: UInt64 = 256 << 20
        /// The processor time in seconds.
        static let firstSeconds: UInt64 = 10
    }
#endif
