#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import Synchronization
    import WebImageRuntime

    /// Ends connections that send on and on, but nothing of a response.
    ///
    /// libcurl reads a connection of HTTP/2 until it has bytes for a transfer, so a flood of other frames
    /// could keep it, and the thread of all connections with it, for ever.
    final class FloodWatch: Sendable {
        /// The bytes that may come for nothing.
        private static let mostBytes: UInt64 = 1 << 20
        private static let interval: UInt32 = 100_000

        private struct State {
            /// The socket that is being read, -1 for none.
            var socket: Int32 = -1
            var turn = 0
            /// The read during which the other thread has ended the connection.
            var endedTurn = 0
            /// `true` while a thread watches, as long as sockets are read.
            var isWatched = false
        }

        private let state = Mutex(State())
        private let deliveries = Atomic(0)
        /// The bytes received by sockets when they last delivered something.
        // Used by the thread of connections only.
        nonisolated(unsafe) private var starts: [Int32: UInt64] = [:]
        /// The connections that were ended, by socket.
        nonisolated(unsafe) private var ended: Set<Int32> = []

        /// Notes that bytes of a head or body have come.
        func noteDelivery() { deliveries.add(1, ordering: .relaxed) }

        /// Forgets a socket that is no longer watched.
        func forget(_ socket: Int32) {
            starts[socket] = nil
            ended.remove(socket)
        }

        /// Reads a socket.
        ///
        /// - Returns: `true` if its connection was ended; libcurl may take that for the end of a body.
        func read(_ socket: Int32, _ body: () -> Void) -> Bool {
            let wasEnded = ended.contains(socket)
            let before = deliveries.load(ordering: .relaxed)
            let begins = state.withLock { state in
                (state.socket, state.turn) = (socket, state.turn + 1)
                defer { state.isWatched = true }
                return !state.isWatched
            }
            if begins, !startThread({ self.watch() }) { state.withLock { $0.isWatched = false } }
            body()
            let isEnded = state.withLock { state in
                state.socket = -1
                return state.endedTurn == state.turn
            }
            if wasEnded || isEnded { return true }
            if before != deliveries.load(ordering: .relaxed) {
                starts[socket] = nil
            } else {
                let received = ccurl_received(socket)
                let start = starts[socket] ?? received
                // Another connection may have got the number.
                starts[socket] = min(start, received)
                if received > start, received - start > Self.mostBytes {
                    ended.insert(socket)
                    ccurl_end(socket)
                }
            }
            return false
        }

        /// Looks from time to time whether the same read is under way.
        private func watch() {
            var held: (turn: Int, socket: Int32, received: UInt64, deliveries: Int)?
            var idleCount = 0
            while true {
                usleep(Self.interval)
                let (socket, turn, ends) = state.withLock { state in
                    idleCount = state.socket < 0 ? idleCount + 1 : 0
                    let ends = idleCount > 10
                    if ends { state.isWatched = false }
                    return (state.socket, state.turn, ends)
                }
                let count = deliveries.load(ordering: .relaxed)
                if let known = held, socket >= 0, known.turn == turn {
                    let isFruitless = known.deliveries == count
                    if isFruitless, ccurl_received(known.socket) - known.received > Self.mostBytes {
                        state.withLock { $0.endedTurn = turn }
                        ccurl_end(known.socket)
                    }
                    continue
                }
                if let known = held { close(known.socket) }
                held = nil
                if ends { return }
                // A copy stays that of this connection, whatever happens to the number.
                if socket >= 0, case let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0), copy >= 0 {
                    held = (turn, copy, ccurl_received(copy), count)
                }
            }
        }
    }
#endif
