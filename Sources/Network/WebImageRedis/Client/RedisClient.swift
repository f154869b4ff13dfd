#if HTTP && os(Linux)
    import Synchronization
    import WebImageRuntime

    /// The connections to one store, with pauses after failures that grow.
    // Safe because what changes is read and written under the lock only.
    final class RedisClient: @unchecked Sendable {
        let address: RedisAddress
        let limits: RedisLimits
        private let tell: @Sendable (RedisEvent) -> Void
        private let monitor = Monitor()
        private var idle: [RedisConnection] = []
        private var openCount = 0
        private var (all, stores) = (StorePause(), StorePause())

        init(
            _ address: RedisAddress, _ limits: RedisLimits,
            _ tell: @escaping @Sendable (RedisEvent) -> Void
        ) {
            (self.address, self.limits, self.tell) = (address, limits, tell)
        }

        /// Returns the replies to commands; nil if the store fails, or has lately.
        func ask(
            _ commands: [RedisCommand], atMost byteCount: Int = 0, storing isStore: Bool = false
        ) -> [RedisReply]? {
            use(storing: isStore) { connection throws(RedisFailure) in
                try connection.run(commands, atMost: byteCount)
            }
        }

        /// Runs work on a connection; nil if the store fails, or has lately.
        func use<Value>(
            storing isStore: Bool = false,
            _ work: (RedisConnection) throws(RedisFailure) -> Value
        ) -> Value? {
            guard var connection = turn(isStore) else { return nil }
            while true {
                let isKept = connection != nil
                do throws(RedisFailure) {
                    let used =
                        if let connection { connection } else {
                            try RedisConnection(to: address, limits)
                        }
                    connection = used
                    let value = try work(used)
                    end(used, isStore, nil)
                    return value
                } catch {
                    guard error.isClosed, isKept else {
                        end(error.isOfStores ? connection : nil, isStore, error)
                        return nil
                    }
                    // The store has closed idle connections, or was started anew.
                    monitor.withLock { drop() }
                    connection = nil
                }
            }
        }

        private func drop() {
            openCount -= idle.count
            idle = []
        }

        /// Waits for a connection, or for room for one; the outer nil in a pause.
        private func turn(_ isStore: Bool) -> RedisConnection?? {
            monitor.withLock {
                while true {
                    let now = ContinuousClock.now
                    if all.isOn(now) || isStore && stores.isOn(now) {
                        monitor.wakeOne()
                        return nil
                    }
                    if !idle.isEmpty || openCount < limits.maxConnections {
                        all.begin()
                        if isStore { stores.begin() }
                        let connection = idle.popLast()
                        if connection == nil { openCount += 1 }
                        return .some(connection)
                    }
                    monitor.wait()
                }
            }
        }

        /// Takes a connection back, nil for one that is closed.
        private func end(_ connection: RedisConnection?, _ isStore: Bool, _ failure: RedisFailure?)
        {
            let event: RedisEvent? = monitor.withLock {
                if let connection { idle.append(connection) } else { openCount -= 1 }
                monitor.wakeOne()
                guard let failure else {
                    let hasFailed = isStore && stores.succeeded()
                    return all.succeeded() || hasFailed ? .resumed : nil
                }
                guard failure.isOfStores else {
                    drop()
                    if isStore { stores.isTrying = false }
                    return all.failed(limits.pauses).map { .paused(reason: failure.words, $0) }
                }
                _ = all.succeeded()
                return stores.failed(limits.pauses).map { .full(reason: failure.words, $0) }
            }
            if let event { tell(event) }
        }
    }
#endif
