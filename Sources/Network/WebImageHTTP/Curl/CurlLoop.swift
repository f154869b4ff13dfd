#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import Synchronization
    import WebImageLoading
    import WebImageRuntime

    /// The thread of all connections: it waits for sockets and times, and runs tasks in between, so
    /// that the reader of a body wakes no other thread.
    // Safe because everything but the mailbox is used on the thread only.
    final class CurlLoop: TaskExecutor, @unchecked Sendable {
        /// The thread of the process, started at the first use; nil if the system refuses it.
        static let shared: CurlLoop? = CurlLoop()

        private struct Mailbox {
            var entries: [@Sendable () -> Void] = []
            var isAsleep = false
        }

        private let mailbox = Mutex(Mailbox())
        private let poll: Int32
        private let bell: Int32
        /// The thread, once it runs.
        private let thread = Atomic<pthread_t>(0)
        /// `true` while libcurl is called, which must not be called from inside of itself.
        private var isInCurl = false
        private var watched: [Int32: ConnectionCache.Core] = [:]
        /// The caches in use, with the times at which they are to be called.
        private var caches: [ObjectIdentifier: ConnectionCache.Core] = [:]
        private var nextCheck = UInt64.max
        let floods = FloodWatch()

        private init?() {
            poll = epoll_create1(Int32(EPOLL_CLOEXEC))
            bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            guard poll >= 0, bell >= 0, watch(bell, EPOLLIN.rawValue),
                startThread({ self.run() })
            else { return nil }
        }

        // MARK: From any thread

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            append { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }

        /// `true` on the thread.
        var isCurrent: Bool { pthread_self() == thread.load(ordering: .relaxed) }

        /// Runs an action on the thread: at once if this is the thread, outside of libcurl.
        func perform(_ action: @escaping @Sendable () -> Void) {
            if isCurrent, !isInCurl {
                action()
            } else {
                append(action)
            }
        }

        private func append(_ entry: @escaping @Sendable () -> Void) {
            let wakes = mailbox.withLock { mailbox in
                mailbox.entries.append(entry)
                defer { mailbox.isAsleep = false }
                return mailbox.isAsleep
            }
            if wakes { eventfd_write(bell, 1) }
        }

        // MARK: On the thread

        private func run() {
            thread.store(pthread_self(), ordering: .relaxed)
            // OpenSSL writes to connections that a server has closed.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            var ready = [epoll_event](repeating: epoll_event(), count: 64)
            while true {
                runEntries()
                let time = monotonicTime()
                for cache in Array(caches.values) where cache.wakeTime <= time {
                    act(cache, CURL_SOCKET_BAD, 0)
                }
                let count = epoll_wait(poll, &ready, Int32(ready.count), timeout())
                mailbox.withLock { $0.isAsleep = false }
                for event in ready.prefix(max(0, Int(count))) {
                    if event.data.fd == bell {
                        var rings = eventfd_t()
                        eventfd_read(bell, &rings)
                    } else if let cache = watched[event.data.fd] {
                        // A socket of the same turn may have closed it.
                        act(cache, event.data.fd, event.events)
                    }
                }
                // After the sockets: this thread may not have run for a while.
                if case let time = monotonicTime(), nextCheck <= time { check(at: time) }
            }
        }

        private func runEntries() {
            let entries = mailbox.withLock { mailbox in
                let entries = mailbox.entries
                mailbox.entries = []
                return entries
            }
            for entry in entries { entry() }
        }

        /// Returns the milliseconds to wait: none if an entry has come.
        private func timeout() -> Int32 {
            let hasEntries = mailbox.withLock { mailbox in
                mailbox.isAsleep = mailbox.entries.isEmpty
                return !mailbox.isAsleep
            }
            guard !hasEntries else { return 0 }
            let next = caches.values.reduce(nextCheck) { min($0, $1.wakeTime) }
            guard next < .max else { return -1 }
            let now = monotonicTime()
            return next <= now ? 0 : Int32(clamping: (next - now + 999_999) / 1_000_000)
        }

        /// The watched sockets of a cache.
        func sockets(of cache: ConnectionCache.Core) -> [Int32] {
            watched.filter { $0.value === cache }.map(\.key)
        }

        /// Lets a cache go on with the events of a socket.
        func act(_ cache: ConnectionCache.Core, _ socket: Int32, _ events: UInt32) {
            let reads = events & EPOLLIN.rawValue != 0
            let fails = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
            let bits =
                (reads ? CURL_CSELECT_IN : 0) | (fails ? CURL_CSELECT_ERR : 0)
                | (events & EPOLLOUT.rawValue != 0 ? CURL_CSELECT_OUT : 0)
            let wasFlooded = callCurl {
                guard reads else {
                    cache.act(socket, bits)
                    return false
                }
                return floods.read(socket) {
                    cache.act(socket, bits)
                    // Bytes for another stream of the connection are taken the next time.
                    if cache.wakeTime <= monotonicTime() { cache.act(CURL_SOCKET_BAD, 0) }
                }
            }
            cache.finishEnded(wasFlooded: wasFlooded)
        }

        /// Calls libcurl; what it calls back must not call it again.
        func callCurl<Value>(_ body: () -> Value) -> Value {
            isInCurl = true
            defer { isInCurl = false }
            return body()
        }

        func add(_ cache: ConnectionCache.Core) { caches[ObjectIdentifier(cache)] = cache }

        func remove(_ cache: ConnectionCache.Core) {
            caches[ObjectIdentifier(cache)] = nil
            watched = watched.filter { $0.value !== cache }
        }

        /// Watches a socket of a cache for reading, writing or both; no longer for neither.
        func watch(_ socket: Int32, reads: Bool, writes: Bool, for cache: ConnectionCache.Core) {
            watched[socket] = reads || writes ? cache : nil
            if !reads, !writes { floods.forget(socket) }
            _ = watch(socket, (reads ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0))
        }

        private func watch(_ socket: Int32, _ events: UInt32) -> Bool {
            var event = epoll_event()
            (event.events, event.data.fd) = (events, socket)
            if events == 0 { return epoll_ctl(poll, EPOLL_CTL_DEL, socket, &event) == 0 }
            // The number may have belonged to a socket that was closed.
            return epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event) == 0
                || errno == ENOENT && epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) == 0
        }

        // MARK: Time-outs

        /// Looks after a transfer's time-outs from a time on.
        func check(from time: UInt64) { nextCheck = min(nextCheck, time) }

        private func check(at time: UInt64) {
            let deadlines = caches.values.map { $0.check(at: time) }
            // Times that lie close together are checked at once.
            nextCheck = deadlines.min().map { max($0, time + 10_000_000) } ?? .max
        }
    }

    /// Returns the nanoseconds of the clock that only goes forward.
    func monotonicTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
#endif
