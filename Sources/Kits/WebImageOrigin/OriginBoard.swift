import Synchronization

/// The state that the threads of one server share: scripts, records, open sockets, waiting threads.
final class OriginBoard: Sendable {
    private struct State {
        var scripts: [String: OriginScript] = [:]
        var requests: [OriginRequest] = []
        var received = OriginTally()
        var aborted = OriginTally()
        var releases: [String: Int] = [:]
        /// The signal of the next release, which replaces it.
        var gate: OriginSignal
        var listener: OriginSocket?
        var connections: Set<OriginSocket> = []
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var watcherCount = 0
        var isStopping = false

        var hasSockets: Bool { listener != nil || !connections.isEmpty }

        mutating func takeTurn(
            of path: String
        ) -> @Sendable (OriginRequest) -> OriginReply {
            let key = scripts[path] == nil ? path.withoutQuery : path
            return scripts[key, default: .notFound].takeTurn()
        }

        func releaseCount(of path: String) -> Int {
            Set([path, path.withoutQuery]).reduce(0) { $0 + releases[$1, default: 0] }
        }
    }

    private let state: Mutex<State>
    /// The signal that the server is stopping and its last socket is closed.
    private let idle: OriginSignal

    init(listener: OriginSocket) throws(OriginError) {
        idle = try OriginSignal()
        state = Mutex(State(gate: try OriginSignal(), listener: listener))
    }

    var requests: [OriginRequest] { state.withLock(\.requests) }
    var openConnections: Int { state.withLock(\.connections.count) }
    func requestCount(_ path: String) -> Int { state.withLock { $0.received[path] } }
    func abortedCount(_ path: String) -> Int { state.withLock { $0.aborted[path] } }

    /// Changes the state, then notifies the watchers.
    ///
    /// A change returns everything it removes: the closures of a script may own anything, even the
    /// server, so they must not be released under the lock.
    @discardableResult
    private func update<T: Sendable>(_ change: (inout State) -> T) -> T {
        let (result, watchers) = state.withLock { state in
            (change(&state), Array(state.watchers.values))
        }
        for watcher in watchers { watcher.yield() }
        return result
    }
}

// Exchanges.
extension OriginBoard {
    func script(_ path: String, _ script: OriginScript) {
        update { $0.scripts.updateValue(script, forKey: path) }
    }

    /// Records a request and returns it with its reply.
    func begin(_ request: OriginRequest) -> OriginExchange {
        update { state in
            // A release before the first request of a path is kept for it.
            let isFirst = state.received[request.path] == 0
            state.requests.append(request)
            state.received.add(request.path)
            let make = state.takeTurn(of: request.path)
            let releases = isFirst ? 0 : state.releaseCount(of: request.path)
            return OriginExchange(request: request, make: make, passedReleases: releases)
        }
    }

    /// Counts an exchange as aborted, unless this server ended it.
    func noteAborted(_ path: String) {
        update { if !$0.isStopping { $0.aborted.add(path) } }
    }

    /// Returns the signal to wait for before the next check; nil if there was another release.
    func gate(of path: String, after passedReleases: Int) -> OriginSignal? {
        state.withLock { $0.releaseCount(of: path) > passedReleases ? nil : $0.gate }
    }

    func release(_ path: String) {
        let next = try? OriginSignal()
        let gate = update { state in
            state.releases[path, default: 0] += 1
            defer {
                // Without a free descriptor the fired signal stays, and holding threads poll.
                if let next { state.gate = next }
            }
            return state.gate
        }
        gate.fire()
    }
}

// Sockets: open ones are listed, so that one call can end them all. They are closed under the lock,
// so that such a call never meets a descriptor that was reused for another file.
extension OriginBoard {
    /// Lists a connection; returns `false` without listing it if the server is stopping.
    func open(_ connection: OriginSocket) -> Bool {
        update { state in
            if !state.isStopping { state.connections.insert(connection) }
            return !state.isStopping
        }
    }

    func close(_ socket: OriginSocket) {
        let isLast = update { state in
            socket.close()
            state.connections.remove(socket)
            if state.listener == socket { state.listener = nil }
            return state.isStopping && !state.hasSockets
        }
        if isLast { idle.fire() }
    }

    /// Shuts down every socket, which wakes every thread, and waits until all are closed.
    ///
    /// A thread inside a dynamic reply cannot be woken; the wait for it ends after `patience`.
    func stop(patience: Duration = .seconds(2)) {
        let (hasSockets, _) = update { state in
            state.isStopping = true
            state.listener?.shutDown()
            for connection in state.connections { connection.shutDown() }
            defer { state.scripts = [:] }
            return (state.hasSockets, state.scripts)
        }
        if hasSockets { idle.wait(atMost: patience) }
    }
}

// Watchers.
extension OriginBoard {
    /// Notifies `watcher` of every change from now on, until ``unwatch(_:)``.
    func watch(_ watcher: AsyncStream<Void>.Continuation) -> Int {
        state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = watcher
            return state.watcherCount
        }
    }

    func unwatch(_ id: Int) {
        _ = state.withLock { $0.watchers.removeValue(forKey: id) }
    }
}
