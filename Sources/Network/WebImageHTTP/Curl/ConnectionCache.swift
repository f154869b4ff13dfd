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

        /// Runs an action on the thread.
        func perform(_ action: @escaping @Sendable (Core) -> Void) {
            loop.perform { [core] in action(core) }
        }

        /// Ends all transfers and closes all connections, and refuses later transfers.
        func shutdown() { perform { $0.close() } }

        deinit { shutdown() }

        /// The part of the thread; it lives as long as libcurl has it.
        // Safe because it is used on the thread of the loop only.
        final class Core: @unchecked Sendable {
            private let loop: CurlLoop
            private var multi: UnsafeMutableRawPointer?
            private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
            private var isClosed = false
            /// The time at which libcurl wants to be called.
            private(set) var wakeTime = UInt64.max

            init(_ loop: CurlLoop) { self.loop = loop }

            private func open() -> UnsafeMutableRawPointer? {
                if multi != nil || isClosed { return multi }
                multi = ccurl().pointee.curl_multi_init()
                guard let multi else { return nil }
                ccurl_multi_set_callbacks(
                    multi,
                    { _, socket, what, user, _ in
                        let core = Core.from(user)
                        core.loop.watch(
                            socket, reads: what == CURL_POLL_IN || what == CURL_POLL_INOUT,
                            writes: what == CURL_POLL_OUT || what == CURL_POLL_INOUT, for: core)
                        return 0
                    },
                    { _, milliseconds, user in
                        Core.from(user).wakeTime =
                            milliseconds < 0
                            ? .max : monotonicTime() + UInt64(milliseconds) * 1_000_000
                        return 0
                    }, Unmanaged.passUnretained(self).toOpaque())
                loop.add(self)
                return multi
            }

            private static func from(_ user: UnsafeMutableRawPointer?) -> Core {
                Unmanaged<Core>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
            }

            func start(_ transfer: CurlTransfer) {
                guard transfer.isWanted else { return }
                guard let multi = open() else { return transfer.refuse() }
                guard let handle = transfer.makeHandle() else { return }
                transfers[handle.easy] = transfer
                let code = loop.callCurl {
                    ccurl().pointee.curl_multi_add_handle(multi, handle.easy)
                }
                if code != CURLM_OK {
                    release(handle.easy)
                    transfer.refuse()
                }
                loop.check(from: transfer.deadline)
            }

            /// Ends a transfer; its connection is closed unless all has come.
            func stop(_ transfer: CurlTransfer) {
                guard let easy = transfer.handle?.easy else { return }
                remove(easy)
                release(easy)
            }

            private func remove(_ easy: UnsafeMutableRawPointer) {
                guard let multi else { return }
                _ = loop.callCurl { ccurl().pointee.curl_multi_remove_handle(multi, easy) }
            }

            private func release(_ easy: UnsafeMutableRawPointer) {
                transfers.removeValue(forKey: easy)?.freeHandle()
            }

            /// Lets the directions of a transfer go on that nothing holds up.
            func resume(_ transfer: CurlTransfer) {
                guard let easy = transfer.handle?.easy else { return }
                let pauses = transfer.resumed()
                _ = loop.callCurl { ccurl().pointee.curl_easy_pause(easy, pauses) }
                // libcurl goes on when it is called.
                wakeTime = min(wakeTime, monotonicTime())
            }

            /// Goes on where a socket is ready, or with what time has brought.
            ///
            /// - Parameter events: The bits of what it is ready for.
            func act(_ socket: Int32, _ events: Int32) {
                guard let multi else { return }
                if socket == CURL_SOCKET_BAD { wakeTime = .max }
                var count: Int32 = 0
                _ = ccurl().pointee.curl_multi_socket_action(multi, socket, events, &count)
            }

            /// Finishes the transfers that have ended.
            ///
            /// - Parameter wasFlooded: `true` if their connection was cut.
            func finishEnded(wasFlooded: Bool) {
                var count: Int32 = 0
                while let multi,
                    let message = ccurl().pointee.curl_multi_info_read(multi, &count)
                {
                    guard message.pointee.msg == CURLMSG_DONE,
                        let easy = message.pointee.easy_handle
                    else { continue }
                    let code = message.pointee.data.result
                    remove(easy)
                    guard let transfer = transfers[easy] else { continue }
                    let isRepeated = transfer.finish(code, wasCut: wasFlooded)
                    release(easy)
                    if isRepeated { start(transfer) }
                }
            }

            /// Ends the transfers that are over their times.
            ///
            /// - Returns: The next time to look; the greatest number without a transfer.
            func check(at time: UInt64) -> UInt64 {
                for transfer in Array(transfers.values) where transfer.isLate(at: time) {
                    stop(transfer)
                }
                let deadline = transfers.values.reduce(.max) { min($0, $1.deadline) }
                guard transfers.values.contains(where: \.mayBeForgotten) else { return deadline }
                // libcurl looks at the bytes that it keeps when it is to read.
                for socket in loop.sockets(of: self) { loop.act(self, socket, EPOLLIN.rawValue) }
                return min(deadline, time + 250_000_000)
            }

            func close() {
                isClosed = true
                for transfer in Array(transfers.values) {
                    transfer.refuse()
                    stop(transfer)
                }
                if let multi { _ = loop.callCurl { ccurl().pointee.curl_multi_cleanup(multi) } }
                multi = nil
                loop.remove(self)
            }
        }
    }
#endif
