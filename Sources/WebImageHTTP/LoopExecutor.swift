#if HTTP
    import NIOCore
    import NIOPosix
    import WebImageCaching

    /// Runs tasks on an event loop, so that waiting for a connection of that loop wakes no other
    /// thread.
    ///
    /// A connection runs on the loop that requested it, so all connections of one host share a
    /// loop. Hosts are distributed over all loops, each of which resolves names one after the
    /// other; a slow name delays its own loop only.
    final class LoopExecutor: TaskExecutor {
        private static let all = MultiThreadedEventLoopGroup.singleton.makeIterator()
            .map(LoopExecutor.init)

        private let loop: any EventLoop

        private init(_ loop: any EventLoop) { self.loop = loop }

        /// Returns the executor of a host: the same for the life of the process.
        static func ofHost(_ host: String) -> LoopExecutor? {
            all.isEmpty ? nil : all[Int(host.hashValue.magnitude % UInt(all.count))]
        }

        /// Returns the executor of a URL's host as spelled; two spellings of one host merely have
        /// separate connections.
        static func of(_ url: String) -> LoopExecutor? {
            let bytes = url.utf8
            var start = bytes.startIndex
            if let colon = bytes.firstIndex(of: 58) {
                start = bytes[colon...].dropFirst().firstIndex { $0 != 47 } ?? bytes.endIndex
            }
            // Up to a slash, question mark or number sign; without user and password.
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
