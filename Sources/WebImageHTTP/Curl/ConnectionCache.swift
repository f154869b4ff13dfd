#if HTTP && os(Linux)
    import CCurlShim

    /// Kept connections, and the transfers that use them.
    ///
    /// It closes its connections with the last reference: of the table, and of each transfer.
    final class ConnectionCache: Sendable {
        private let core: Core
        private let loop: CurlLoop

        init(on loop: CurlLoop) {
            self.loop = loop
            core = Core(loop)
        }

        func start(_ transfer: CurlTransfer) {
            loop.perform { [core] in core.start(transfer) }
        }

        /// Ends a transfer; its connection is closed unless all has come.
        func stop(_ transfer: CurlTransfer) {
            loop.perform { [core] in core.stop(transfer) }
        }

        /// Lets the directions of a transfer go on that nothing holds up.
        func resume(_ transfer: CurlTransfer) {
            loop.perform { [core] in core.resume(transfer) }
        }

        /// Ends all transfers and closes all connections, and refuses later transfers.
        func shutdown() {
            loop.perform { [core] in core.close() }
        }

        deinit {
            loop.perform { [core] in core.close() }
        }

        /// The part of the thread; it lives as long as libcurl has it.
        // Safe because it is used on the thread of the loop only.
        final class Core: @unchecked Sendable {
            private let loop: CurlLoop
            private var cache: OpaquePointer?
            private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
            private var isClosed = false
            /// The time at which libcurl wants to be called.
            private(set) var wakeTime = UInt64.max

            init(_ loop: CurlLoop) { self.loop = loop }

            private func open() -> OpaquePointer? {
                if let cache { return cache }
                let events = ccurl_cache_events(
                    watch: { user, socket, reads, writes in
                        let core = Core.from(user)
                        core.loop.watch(socket, reads: reads, writes: writes, for: core)
                    },
                    wake: { user, milliseconds in Core.from(user).wake(after: milliseconds) })
                cache = ccurl_cache_new(events, Unmanaged.passUnretained(self).toOpaque())
                if cache != nil { loop.add(self) }
                return cache
            }

            private static func from(_ user: UnsafeMutableRawPointer) -> Core {
                Unmanaged<Core>.fromOpaque(user).takeUnretainedValue()
            }

            private func wake(after milliseconds: Int) {
                wakeTime =
                    milliseconds < 0
                    ? .max : monotonicTime() + UInt64(milliseconds) * 1_000_000
            }

            func start(_ transfer: CurlTransfer) {
                guard transfer.isWanted else { return }
                guard !isClosed, let cache = open() else {
                    transfer.refuse()
                    return
                }
                guard let handle = transfer.makeHandle() else { return }
                transfers[ObjectIdentifier(transfer)] = transfer
                let code = loop.callCurl { ccurl_cache_add(cache, handle) }
                if code != 0 {
                    release(transfer)
                    transfer.refuse()
                }
                loop.check(from: transfer.nextLook(after: monotonicTime()))
            }

            func stop(_ transfer: CurlTransfer) {
                guard transfers[ObjectIdentifier(transfer)] != nil, let cache,
                    let handle = transfer.handle
                else { return }
                loop.callCurl { ccurl_cache_remove(cache, handle) }
                release(transfer)
            }

            func resume(_ transfer: CurlTransfer) {
                guard transfers[ObjectIdentifier(transfer)] != nil, let handle = transfer.handle
                else { return }
                let (receives, sends) = transfer.directions
                loop.callCurl { ccurl_transfer_resume(handle, receives, sends) }
                // libcurl goes on when it is called.
                wakeTime = min(wakeTime, monotonicTime())
            }

            func act(_ socket: ccurl_ready) {
                guard let cache else { return }
                if socket.socket < 0 { wakeTime = .max }
                ccurl_cache_act(
                    cache, socket.socket, socket.reads, socket.writes, socket.failed)
            }

            /// Finishes the transfers that have ended.
            ///
            /// - Parameter wasFlooded: `true` if their connection was cut.
            func finishEnded(wasFlooded: Bool) {
                var code: Int32 = 0
                while let cache, let user = loop.callCurl({ ccurl_cache_next_end(cache, &code) }) {
                    let transfer = CurlTransfer.from(user)
                    let isRepeated = transfer.finish(
                        code == 0 && wasFlooded ? Int32(CCURL_STREAM) : code)
                    release(transfer)
                    if isRepeated { start(transfer) }
                }
            }

            private func release(_ transfer: CurlTransfer) {
                transfers[ObjectIdentifier(transfer)] = nil
                transfer.freeHandle()
            }

            /// Ends the transfers that are over their times.
            ///
            /// - Returns: The next time to look; the greatest number without a transfer.
            func check(at time: UInt64) -> UInt64 {
                var next = UInt64.max
                for transfer in Array(transfers.values) {
                    if transfer.isLate(at: time) {
                        stop(transfer)
                    } else {
                        next = min(next, transfer.nextLook(after: time))
                    }
                }
                return next
            }

            func close() {
                isClosed = true
                for transfer in Array(transfers.values) {
                    transfer.refuse()
                    stop(transfer)
                }
                if let cache { loop.callCurl { ccurl_cache_free(cache) } }
                cache = nil
                loop.remove(self)
            }
        }
    }
#endif
