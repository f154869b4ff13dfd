#if HTTP
    import NIOCore
    import NIOPosix
    import WebImageCaching

    /// Runs tasks on an event loop: what waits for a connection of that loop wakes no other thread.
    ///
    /// A connection is on the loop where it is asked for, so that those of one host are on one. Hosts
    /// are spread over all loops: each looks names up one after the other, and a slow one holds up
    /// those of its own loop.
    final class LoopExecutor: TaskExecutor {
        private static let all = MultiThreadedEventLoopGroup.singleton.makeIterator()
            .map(LoopExecutor.init)

        private let loop: any EventLoop

        private init(_ loop: any EventLoop) { self.loop = loop }

        /// The executor of a host: the same for the life of the process.
        static func ofHost(_ host: String) -> LoopExecutor? {
            all.isEmpty ? nil : all[Int(host.hashValue.magnitude % UInt(all.count))]
        }

        /// The executor of a URL's host, which is taken as it is written: two spellings of one host
        /// would only have connections of their own.
        static func of(_ url: String) -> LoopExecutor? {
            let bytes = url.utf8
            var start = bytes.startIndex
            if let colon = bytes.firstIndex(of: 58) {
                start = bytes[colon...].dropFirst().firstIndex { $0 != 47 } ?? bytes.endIndex
            }
            // To a slash, a question mark or a number sign; without user and password.
            var host = bytes[start...].prefix { $0 != 47 && $0 != 63 && $0 != 35 }
            if let at = host.lastIndex(of: 64) { host = host[at...].dropFirst() }
            return ofHost(String(Substring(host)))
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
