#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import WebImageCoding

    /// The process that loads the libraries of one format, or none, and forks workers; it decodes
    /// nothing.
    ///
    /// A fork copies all mappings: with the libraries of every format it takes six times as long.
    ///
    /// It starts no thread, since a fork copies only the calling one, and ends with its socket. It
    /// never waits for a worker, since all others would wait with it.
    struct Starter {
        private let codecs: CodecList
        private let channel = Channel(owning: 3)
        private var workers: Set<pid_t> = []
        /// The format whose libraries are loaded; nil for none.
        private var format: ImageFormat?
        private var drawsDocuments = false
        private var forkCount = 0
        /// The process that rehearses first; 0 for none.
        private var trial: pid_t = 0
        /// `true` if the system counts the threads of each worker that has its own user.
        private var countsThreads = false
        /// The workers that were killed, and have not ended yet.
        private var killed: Set<pid_t> = []

        init(codecs: CodecList) { self.codecs = codecs.drawingInProcess }

        /// Serves the program until it closes the socket.
        ///
        /// - Throws: `SandboxError` if this process was not started for decoding.
        mutating func run() throws(SandboxError) {
            var kind = stat()
            guard fstat(channel.socket, &kind) == 0, kind.st_mode & S_IFMT == S_IFSOCK else {
                throw .noDecoder("descriptor 3 is no socket; a program starts this process itself")
            }
            _ = csandbox_wall_load()
            format = try loadLibraries()
            var layers = csandbox_drop_privileges() | CSANDBOX_DESCRIPTORS.rawValue
            // Without the rights of root, so that the fonts are those that workers can read.
            if drawsDocuments { csandbox_preload() }
            guard csandbox_thread_count(0) == 1 else {
                throw .noDecoder("the program has threads before DecoderWorker.runIfAsked()")
            }
            layers |= try probe()
            countsThreads = layers & CSANDBOX_OWN_USER.rawValue != 0
            var hello = PacketWriter()
            hello.write(Message.version)
            hello.write(layers)
            hello.write(csandbox_has_landlock())
            hello.write(codecs.sandboxIdentity, limit: 3000)
            _ = channel.send(hello, timeout: -1)
            while serveNext() {}
            if trial > 0 { workers.insert(trial) }
            // Waited for, so that the program's own usage includes theirs.
            for worker in workers { csandbox_kill(worker) }
            for worker in workers { _ = csandbox_wait(worker, true) }
        }

        /// Loads the libraries of the format that the program's first packet names.
        ///
        /// - Returns: The format; nil for those without libraries of their own.
        private mutating func loadLibraries() throws(SandboxError) -> ImageFormat? {
            guard var packet = try? channel.receive(timeout: -1).packet,
                let name = try? packet.readText(limit: Message.maxText)
            else { throw .noDecoder("no packet names the libraries") }
            guard !name.isEmpty else { return nil }
            let format = ImageFormat(rawValue: name)
            for decoder in codecs.decoders where decoder.formats.contains(format) {
                (decoder as? any LibraryLoading)?.loadLibraries()
                drawsDocuments = drawsDocuments || decoder is any DocumentCleaning
            }
            for encoder in codecs.encoders where encoder.format == format {
                (encoder as? any LibraryLoading)?.loadLibraries()
            }
            return format
        }

        /// Forks a process that builds the wall and then makes a forbidden call.
        ///
        /// - Returns: The layers that hold.
        private func probe() throws(SandboxError) -> UInt32 {
            let parent = getpid()
            let (near, process) = try Channel.shared { other in
                let process = csandbox_fork()
                if process == 0 { Self.tryWall(reportingTo: other, parent: parent) }
                return process
            }
            guard process > 0 else { throw .system("fork", errno: -process) }
            guard var report = try? near.receive(timeout: 5000).packet,
                let layers = try? report.read(UInt32.self)
            else {
                csandbox_kill(process)
                let end = csandbox_wait(process, true)
                throw .noDecoder("a process with the sandbox ended by signal \(end.signal)")
            }
            let end = csandbox_wait(process, true)
            return end.signal == SIGSYS ? layers : layers & ~CSANDBOX_SECCOMP.rawValue
        }

        /// Builds the wall, and makes a call that it forbids.
        private static func tryWall(reportingTo socket: Int32, parent: pid_t) -> Never {
            let own = csandbox_try_own_user() ? CSANDBOX_OWN_USER.rawValue : 0
            var report = PacketWriter()
            report.write(own | Worker.buildWall(.decoder, threads: 1, parent: parent))
            _ = Channel(owning: socket).send(report, timeout: 1000)
            Glibc.close(open("/", O_RDONLY))
            csandbox_exit(0)
        }

        /// Waits for killed workers that have ended.
        private mutating func reapKilled() {
            for worker in killed {
                let end = csandbox_wait(worker, false)
                guard end.ended || end.error != 0 else { continue }
                killed.remove(worker)
                workers.remove(worker)
            }
        }

        /// The time between two looks for killed workers that have ended, in milliseconds.
        private static let interval: Int32 = 20

        /// Serves one request; returns `false` once the program is gone.
        private mutating func serveNext() -> Bool {
            let received: (packet: PacketReader, descriptors: [Int32])
            do throws(ChannelError) {
                let timeout = killed.isEmpty ? -1 : Self.interval
                received = try channel.receive(descriptors: 3, timeout: timeout)
            } catch {
                reapKilled()
                return error.isTimeout
            }
            if !killed.isEmpty { reapKilled() }
            guard rehearseAfterTrial() else { return false }
            var packet = received.packet
            let answer = try? answer(to: &packet, received.descriptors)
            for descriptor in received.descriptors { closeDescriptor(descriptor) }
            guard let answer else { return false }
            return channel.send(answer, timeout: -1) == 0
        }

        private mutating func answer(
            to packet: inout PacketReader, _ descriptors: [Int32]
        ) throws(PacketError) -> PacketWriter {
            var answer = PacketWriter()
            switch try packet.readCase(Message.StarterRequest.self) {
            case .fork:
                let kind = try packet.readCase(WorkerKind.self)
                let threads = try packet.readCount("threads")
                guard descriptors.count == 3 else { throw PacketError("three descriptors") }
                answer.write(fork(kind, threads: threads, descriptors))
            case .limit:
                let process = try worker(from: &packet)
                let seconds = try packet.read(UInt64.self)
                answer.write(csandbox_set_limits(process, seconds, try packet.read()))
            case .kill:
                let process = try worker(from: &packet)
                csandbox_kill(process)
                if try packet.readFlag() { killed.insert(process) }
                answer.write(Int32(0))
            case .reap:
                let process = try worker(from: &packet)
                let end = csandbox_wait(process, false)
                if end.ended { workers.remove(process) }
                answer.write(end.ended)
                answer.write(end.signal)
                answer.write(end.status)
                answer.write(end.peak_memory)
            }
            return answer
        }

        /// Forks a worker; returns its number, or a negative error.
        private mutating func fork(
            _ kind: WorkerKind, threads: Int, _ descriptors: [Int32]
        ) -> pid_t {
            let parent = getpid()
            let process = csandbox_fork()
            if process == 0 {
                var worker = Worker(
                    codecs: codecs, descriptors, kind, threads: countsThreads ? threads : 0,
                    parent: parent)
                worker.run()
            }
            if process > 0 { workers.insert(process) }
            forkCount += 1
            if forkCount == Self.forksBeforeRehearsal { startTrial() }
            return process
        }

        /// The forks after which others will follow: a command that reads a picture or two has no
        /// use for a rehearsal.
        private static let forksBeforeRehearsal = 4

        /// Rehearses in another process, whose end shows whether that leaves threads, or is a
        /// fault.
        private mutating func startTrial() {
            csandbox_silence()
            trial = csandbox_fork()
            guard trial == 0 else { return }
            _ = csandbox_keep_only([], 0)
            alarm(10)
            Rehearsal.run(format)
            csandbox_exit(csandbox_thread_count(0) == 1 ? 0 : 1)
        }

        /// Rehearses if the trial has ended well; returns `false` if that leaves threads all the
        /// same.
        private mutating func rehearseAfterTrial() -> Bool {
            guard trial > 0 else { return true }
            let end = csandbox_wait(trial, false)
            guard end.ended || end.error != 0 else { return true }
            trial = 0
            guard end.ended, end.signal == 0, end.status == 0 else { return true }
            Rehearsal.run(format)
            return csandbox_thread_count(0) == 1
        }

        /// Reads the number of a worker, never another process's.
        private func worker(from packet: inout PacketReader) throws(PacketError) -> pid_t {
            let process = try packet.read(pid_t.self)
            guard workers.contains(process) else {
                throw PacketError("no worker has the number \(process)")
            }
            return process
        }
    }

    extension CodecList {
        /// The decoders with their versions, which both sides must share.
        var sandboxIdentity: String {
            decoders.map(\.identity).joined(separator: "\n")
        }

        /// The formats whose codecs load libraries on first use, each with the first one of its
        /// decoder, which names their starter.
        var formatsWithLibraries: [ImageFormat: ImageFormat] {
            var names: [ImageFormat: ImageFormat] = [:]
            for decoder in decoders where decoder is any LibraryLoading {
                for format in decoder.formats { names[format] = decoder.formats[0] }
            }
            for encoder in encoders where encoder is any LibraryLoading {
                names[encoder.format] = names[encoder.format] ?? encoder.format
            }
            return names
        }
    }
#endif
