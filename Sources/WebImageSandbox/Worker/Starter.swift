#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import WebImageCoding

    /// The process that loads the codec libraries once and forks workers; it decodes nothing.
    ///
    /// It starts no thread, since a fork copies only the calling one, and ends with its socket.
    struct Starter {
        private let codecs: CodecList
        private let channel = Channel(owning: 3)
        private var workers: Set<pid_t> = []

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
            for codec in codecs.decoders { (codec as? any LibraryLoading)?.loadLibraries() }
            for codec in codecs.encoders { (codec as? any LibraryLoading)?.loadLibraries() }
            csandbox_preload()
            var layers = csandbox_drop_privileges() | CSANDBOX_DESCRIPTORS.rawValue
            guard csandbox_thread_count() == 1 else {
                throw .noDecoder("the program has threads before DecoderWorker.runIfAsked()")
            }
            layers |= try probe()
            var hello = PacketWriter()
            hello.write(Message.version)
            hello.write(layers)
            hello.write(csandbox_has_landlock())
            hello.write(codecs.sandboxIdentity, limit: 3000)
            _ = channel.send(hello, timeout: -1)
            while serveNext() {}
            // Waited for, so that the program's own usage includes theirs.
            for worker in workers { csandbox_kill(worker) }
            for worker in workers { _ = csandbox_wait(worker, true) }
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
            var report = PacketWriter()
            report.write(Worker.buildWall(mayThread: false, parent: parent))
            _ = Channel(owning: socket).send(report, timeout: 1000)
            Glibc.close(open("/", O_RDONLY))
            csandbox_exit(0)
        }

        /// Ends a worker, unless it ends by itself within some milliseconds, and waits for it.
        private func end(
            of worker: pid_t, patience: UInt32
        ) -> (csandbox_end, wasKilled: Bool) {
            for _ in 0...min(patience, 1000) {
                let end = csandbox_wait(worker, false)
                if end.error != 0 || end.ended { return (end, false) }
                if patience > 0 { usleep(1000) }
            }
            csandbox_kill(worker)
            return (csandbox_wait(worker, true), true)
        }

        /// Serves one request; returns `false` once the program is gone.
        private mutating func serveNext() -> Bool {
            guard let (received, descriptors) = try? channel.receive(descriptors: 3, timeout: -1)
            else { return false }
            var packet = received
            var answer = PacketWriter()
            switch try? packet.readCase(Message.StarterRequest.self) {
            case .fork where descriptors.count == 3:
                let mayThread = (try? packet.readFlag()) ?? false
                let parent = getpid()
                let process = csandbox_fork()
                if process == 0 {
                    var worker = Worker(
                        codecs: codecs, descriptors, mayThread: mayThread, parent: parent)
                    worker.run()
                }
                if process > 0 { workers.insert(process) }
                answer.write(process)
            case .limit:
                guard let process = try? packet.read(pid_t.self),
                    let seconds = try? packet.read(UInt64.self),
                    let addresses = try? packet.read(UInt64.self), workers.contains(process)
                else { return false }
                answer.write(csandbox_set_limits(process, seconds, addresses))
            case .end:
                guard let process = try? packet.read(pid_t.self),
                    let patience = try? packet.read(UInt32.self)
                else { return false }
                guard workers.contains(process) else { return false }
                let (end, wasKilled) = end(of: process, patience: patience)
                workers.remove(process)
                answer.write(end.error)
                answer.write(wasKilled)
                answer.write(end.signal)
                answer.write(end.status)
                answer.write(end.peak_memory)
            default: return false
            }
            for descriptor in descriptors { closeDescriptor(descriptor) }
            return channel.send(answer, timeout: -1) == 0
        }
    }

    extension CodecList {
        /// The decoders with their versions, which both sides must share.
        var sandboxIdentity: String {
            decoders.map(\.identity).joined(separator: "\n")
        }
    }
#endif
