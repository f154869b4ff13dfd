#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import Synchronization
    import WebImageRuntime

    /// Ends connections that send on and on, but nothing of a response.
    ///
    /// libcurl reads a connection of HTTP/2 until it has bytes for a transfer, so a flood of other
    /// frames could keep it, and the thread of all connections with it, for ever. A separate thread
    /// looks at the sockets that were read without a delivery, as long as there are any.
    final class FloodWatch: Sendable {
        /// The bytes that may come for nothing, and those that may still come for a transfer that
        /// pauses: libcurl's window of HTTP/2.
        private static let (mostBytes, mostPausedBytes) = (UInt64(1 << 20), UInt64(32 << 20))
        private static let interval: UInt32 = 20_000

        private struct State {
            /// The socket that is being read, -1 for none.
            var socket: Int32 = -1
            /// `true` if the connection of that socket was ended, also if it was closed since.
            var isEnded = false
            /// The sockets that were read without a delivery since the last look.
            var idle: Set<Int32> = []
            /// The bytes that sockets had received at the first look after their last delivery.
            var starts: [Int32: UInt64] = [:]
            /// The sockets whose connections were ended.
            var ended: Set<Int32> = []
            var isWatched = false
            var pauseCount: UInt64 = 0
        }

        private let state = Mutex(State())

        /// Notes that a transfer pauses, or no longer does.
        func notePause(_ begins: Bool) {
            state.withLock { $0.pauseCount = begins ? $0.pauseCount + 1 : $0.pauseCount - 1 }
        }

        /// Notes that bytes of a head or body have come.
        func noteDelivery() {
            state.withLock { state in
                state.starts[state.socket] = nil
                state.idle.remove(state.socket)
            }
        }

        /// Forgets a socket before it is closed.
        func forget(_ socket: Int32) {
            state.withLock { state in
                state.starts[socket] = nil
                state.idle.remove(socket)
                state.ended.remove(socket)
            }
        }

        /// Reads a socket.
        ///
        /// - Returns: `true` if its connection was ended; libcurl may take that for the end of a
        ///   body.
        func read(_ socket: Int32, _ body: () -> Void) -> Bool {
            let begins = state.withLock { state in
                (state.socket, state.isEnded) = (socket, state.ended.contains(socket))
                state.idle.insert(socket)
                defer { state.isWatched = true }
                return !state.isWatched
            }
            if begins, !startThread({ self.watch() }) { state.withLock { $0.isWatched = false } }
            body()
            return state.withLock { state in
                state.socket = -1
                return state.isEnded
            }
        }

        private func watch() {
            var idleCount = 0
            while true {
                usleep(Self.interval)
                // A socket is not closed meanwhile, since it is forgotten before.
                let ends = state.withLock { state in
                    if state.socket >= 0 { state.idle.insert(state.socket) }
                    idleCount = state.idle.isEmpty ? idleCount + 1 : 0
                    for socket in state.idle { Self.look(at: socket, &state) }
                    state.idle = []
                    if idleCount > 50 { state.isWatched = false }
                    return !state.isWatched
                }
                if ends { return }
            }
        }

        private static func look(at socket: Int32, _ state: inout State) {
            let received = ccurl_taken(socket)
            guard let start = state.starts[socket] else { return state.starts[socket] = received }
            let most = mostBytes + state.pauseCount * mostPausedBytes
            guard received > start, received - start > most else { return }
            state.ended.insert(socket)
            if socket == state.socket { state.isEnded = true }
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }
#endif
