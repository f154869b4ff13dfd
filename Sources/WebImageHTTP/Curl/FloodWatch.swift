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
        /// The bytes that may come for nothing, and those that may still come for a transfer that pauses:
        /// libcurl's window of HTTP/2.
        private static let (mostBytes, mostPausedBytes) = (UInt64(1 << 20), UInt64(32 << 20))
        private static let interval: UInt32 = 20_000

        private struct State {
            /// The socket that is being read, -1 for none.
            var socket: Int32 = -1
            var turn = 0
            /// The read during which the other thread has ended the connection.
            var endedTurn = 0
            /// `true` while a thread watches, as long as sockets are read.
            var isWatched = false
            /// The bytes received by sockets when they last delivered something.
            var starts: [Int32: UInt64] = [:]
            /// The sockets whose connections were ended.
            var ended: Set<Int32> = []
        }

        private let state = Mutex(State())
        private let deliveries = Atomic(0)
        /// The number of transfers that pause.
        let pauseCount = Atomic(0)

        /// Notes that bytes of a head or body have come.
        func noteDelivery() { deliveries.add(1, ordering: .relaxed) }

        /// Forgets a socket that is no longer watched.
        func forget(_ socket: Int32) {
            state.withLock { state in
                state.starts[socket] = nil
                state.ended.remove(socket)
            }
        }

        /// Reads a socket.
        ///
        /// - Returns: `true` if its connection was ended; libcurl may take that for the end of a body.
        func read(_ socket: Int32, _ body: () -> Void) -> Bool {
            let before = deliveries.load(ordering: .relaxed)
            let (wasEnded, begins) = state.withLock { state in
                (state.socket, state.turn) = (socket, state.turn + 1)
                defer { state.isWatched = true }
                return (state.ended.contains(socket), !state.isWatched)
            }
            if begins, !startThread({ self.watch() }) { state.withLock { $0.isWatched = false } }
            body()
            let isEnded = state.withLock { state in
                state.socket = -1
                return state.endedTurn == state.turn
            }
            if wasEnded || isEnded { return true }
            let hasDelivered = before != deliveries.load(ordering: .relaxed)
            let received = hasDelivered ? 0 : ccurl_taken(socket)
            let ends = state.withLock { state in
                let start = hasDelivered ? nil : state.starts[socket] ?? received
                state.starts[socket] = start
                guard let start, isFlood(from: start, to: received) else { return false }
                state.ended.insert(socket)
                return true
            }
            if ends { shutdown(socket, Int32(SHUT_RDWR)) }
            return false
        }

        /// `true` if too many bytes came between two counts; 0 is an unknown count.
        private func isFlood(from start: UInt64, to received: UInt64) -> Bool {
            let pauses = UInt64(pauseCount.load(ordering: .relaxed))
            let most = Self.mostBytes + pauses * Self.mostPausedBytes
            return received > start && received - start > most
        }

        /// Looks from time to time whether the same read is under way.
        private func watch() {
            var held: (turn: Int, socket: Int32, received: UInt64, deliveries: Int)?
            var idleCount = 0
            while true {
                usleep(Self.interval)
                let (socket, turn, ends) = state.withLock { state in
                    idleCount = state.socket < 0 ? idleCount + 1 : 0
                    let ends = idleCount > 50
                    if ends { state.isWatched = false }
                    return (state.socket, state.turn, ends)
                }
                let count = deliveries.load(ordering: .relaxed)
                if let known = held, socket >= 0, known.turn == turn {
                    let received = ccurl_taken(known.socket)
                    if known.deliveries == count, isFlood(from: known.received, to: received) {
                        let isRead = state.withLock { state in
                            guard state.turn == turn, state.socket >= 0 else { return false }
                            state.endedTurn = turn
                            state.ended.insert(state.socket)
                            return true
                        }
                        if isRead { shutdown(known.socket, Int32(SHUT_RDWR)) }
                    }
                    continue
                }
                if let known = held { close(known.socket) }
                held = nil
                if ends { return }
                // A copy stays that of this connection, whatever happens to the number.
                if socket >= 0, case let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0), copy >= 0 {
                    held = (turn, copy, ccurl_taken(copy), count)
                }
            }
        }
    }
#endif
