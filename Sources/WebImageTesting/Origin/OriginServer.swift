import WebImageCaching

/// A real HTTP/1.1 server on 127.0.0.1 whose replies a test scripts and whose traffic it counts.
///
/// ```swift
/// let origin = try OriginServer()
/// origin.reply("/cat.jpg", with: OriginReply(body: cat).held(after: 100))
/// // … start loading origin.url("/cat.jpg") …
/// await origin.waitUntil { $0.requestCount("/cat.jpg") == 1 }
/// origin.release("/cat.jpg")
/// ```
///
/// A path given without a query stands for the path with any query; a script, a count or a release
/// of a path with a query is for that query alone. Each connection has a thread of its own, so
/// that a reply may block, and dynamic replies run on that thread. The server raises the process's
/// limit of open files to 16,384 where it may.
public final class OriginServer: Sendable {
    /// The port it listens on, chosen by the system.
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

    /// Closes every connection and the port; what was recorded can still be read.
    ///
    /// Returns when all is closed, or after two seconds if a dynamic reply does not return. It may
    /// be called more than once.
    public func shutdown() { board.stop() }

    /// Closes all as ``shutdown()`` does, and waits no longer than `patience` for it.
    package func shutdown(patience: Duration) { board.stop(patience: patience) }
}

// Scripts.
extension OriginServer {
    /// The address of a path on this server, `http://127.0.0.1:PORT/path`.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Answers every request of a path, whatever its method, with one reply.
    public func reply(_ path: String, with reply: OriginReply) {
        self.reply(path, with: [reply])
    }

    /// Answers successive requests of a path with successive replies; the last one repeats.
    public func reply(_ path: String, with replies: [OriginReply]) {
        precondition(!replies.isEmpty, "A script needs at least one reply.")
        board.script(path, OriginScript { _, turn in replies[min(turn, replies.count - 1)] })
    }

    /// Answers each request of a path with what `make` returns for it.
    public func reply(
        _ path: String, with make: @escaping @Sendable (OriginRequest) -> OriginReply
    ) {
        board.script(path, OriginScript { request, _ in make(request) })
    }

    /// Lets the replies that are held on a path go on.
    ///
    /// It is for every request of that path received so far, even if its reply is not yet at the
    /// point where it waits; a reply that is held twice needs two releases. Later requests wait.
    public func release(_ path: String) { board.release(path) }
}

// Records.
extension OriginServer {
    /// All requests received, in order.
    public var requests: [OriginRequest] { board.requests }

    /// The number of requests of a path, whatever their method.
    public func requestCount(_ path: String) -> Int { board.requestCount(path) }

    /// The number of connections that are accepted and not yet closed.
    public var openConnections: Int { board.openConnections }

    /// The number of exchanges on a path whose client closed before the reply was whole.
    ///
    /// A client that will send no more counts as gone. Bytes count as sent once the system has
    /// taken them, which for a reply of a few hundred kilobytes may be before the client reads
    /// any. Replies that the script itself cuts off, and those that ``shutdown()`` ends, are not
    /// aborted.
    public func abortedCount(_ path: String) -> Int { board.abortedCount(path) }

    /// Waits until the condition holds, looking at each change of what this server records.
    ///
    /// - Parameter timeout: How long it waits on a machine that is not busy; like ``eventually``, it
    ///   counts its own turns and not the time between them.
    /// - Returns: Whether it held before the time was over or the task was cancelled.
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
