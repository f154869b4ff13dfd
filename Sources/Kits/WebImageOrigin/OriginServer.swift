/// A real HTTP/1.1 server on 127.0.0.1 with scripted replies and counted traffic.
///
/// ```swift
/// let origin = try OriginServer()
/// origin.reply("/cat.jpg", with: OriginReply(body: cat).held(after: 100))
/// // … start loading origin.url("/cat.jpg") …
/// await origin.waitUntil { $0.requestCount("/cat.jpg") == 1 }
/// origin.release("/cat.jpg")
/// ```
///
/// A path without a query stands for the path with any query. A script, count or release of a path
/// with a query is for that query only. Each connection has its own thread, on which dynamic
/// replies run, so that a reply may block. The server raises the process's limit of open files to
/// 16,384 if allowed.
public final class OriginServer: Sendable {
    /// The port, chosen by the system.
    public let port: Int

    private let board: OriginBoard

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Throws: An ``OriginError`` if the system refuses a socket, a pipe or a thread.
    public init() throws(OriginError) {
        OriginThread.raiseDescriptorLimit()
        let listener = try OriginSocket.listening()
        do throws(OriginError) {
            port = try listener.port()
            board = try OriginBoard(listener: listener)
        } catch {
            listener.close()
            throw error
        }
        do throws(OriginError) {
            try OriginThread.start { [board] in Self.acceptAll(from: listener, onto: board) }
        } catch {
            board.close(listener)
            throw error
        }
    }

    deinit { shutdown() }

    private static func acceptAll(from listener: OriginSocket, onto board: OriginBoard) {
        while let socket = listener.accept() {
            guard board.open(socket) else {
                socket.close()
                break
            }
            do throws(OriginError) {
                try OriginThread.start {
                    OriginConnection(socket: socket, board: board).run()
                    board.close(socket)
                }
            } catch {
                board.close(socket)
            }
        }
        board.close(listener)
    }

    /// Closes all connections and the port; records can still be read.
    ///
    /// Returns when all are closed, or after two seconds if a dynamic reply does not return.
    /// Idempotent.
    public func shutdown() { board.stop() }

    /// Shuts down like ``shutdown()``, and waits no longer than `patience`.
    package func shutdown(patience: Duration) { board.stop(patience: patience) }
}

// Scripts.
extension OriginServer {
    /// Returns the URL of a path on this server, `http://127.0.0.1:PORT/path`.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Sends one reply for every request of a path, with any method.
    public func reply(_ path: String, with reply: OriginReply) {
        self.reply(path, with: [reply])
    }

    /// Sends successive replies for successive requests of a path; the last one repeats.
    public func reply(_ path: String, with replies: [OriginReply]) {
        precondition(!replies.isEmpty, "A script needs at least one reply.")
        board.script(path, OriginScript { _, turn in replies[min(turn, replies.count - 1)] })
    }

    /// Sends the reply that `make` returns for each request of a path.
    public func reply(
        _ path: String, with make: @escaping @Sendable (OriginRequest) -> OriginReply
    ) {
        board.script(path, OriginScript { request, _ in make(request) })
    }

    /// Releases the held replies of a path.
    ///
    /// It applies to every request of that path received so far, even if its reply has not yet
    /// reached the point to wait at, and to the first one if none was received yet. A reply held
    /// twice needs two releases. Later requests wait.
    public func release(_ path: String) { board.release(path) }
}

// Records.
extension OriginServer {
    /// All received requests, in order.
    public var requests: [OriginRequest] { board.requests }

    /// Returns the number of requests of a path, with any method.
    public func requestCount(_ path: String) -> Int { board.requestCount(path) }

    /// The number of open connections.
    public var openConnections: Int { board.openConnections }

    /// Returns the number of exchanges on a path whose client closed before the reply was complete.
    ///
    /// A client that closes its sending side counts as closed. Bytes count as sent once the system
    /// has accepted them: for a reply of a few hundred kilobytes possibly before the client reads
    /// any. Replies ended by their script or by ``shutdown()`` are not counted.
    public func abortedCount(_ path: String) -> Int { board.abortedCount(path) }

    /// Waits until the condition holds, checked at each change of this server's records.
    ///
    /// - Parameter timeout: The longest wait on an idle machine; like `eventually`, it counts
    ///   turns, not the time between them.
    /// - Returns: `false` if the time was over or the task cancelled before the condition held.
    @discardableResult
    public func waitUntil(
        timeout: Duration = .seconds(60), _ condition: @Sendable (OriginServer) -> Bool
    ) async -> Bool {
        let (changes, watcher) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = board.watch(watcher)
        defer { board.unwatch(id) }
        async let _: Void = Self.finish(watcher, after: timeout)

        if condition(self) { return true }
        for await _ in changes where condition(self) { return true }
        return condition(self)
    }

    private static func finish(
        _ watcher: AsyncStream<Void>.Continuation, after timeout: Duration
    ) async {
        let pause = min(max(timeout, .zero), .milliseconds(100))
        let turns = pause > .zero ? Int((timeout / pause).rounded(.up)) : 0
        for _ in 0..<turns {
            do { try await Task.sleep(for: pause) } catch { break }
        }
        watcher.finish()
    }
}
