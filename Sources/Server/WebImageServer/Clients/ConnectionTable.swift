#if Server
    import HTTPTypes
    import NIOCore
    import NIOHTTPTypes
    import Synchronization
    import WebImage

    /// The connections of a server, bounded for each client.
    ///
    /// One more of a client takes the place of its oldest connection that has sent no whole request
    /// so far, which is closed; without such a one it is refused. So a client that opens thousands
    /// and sends halves of requests keeps no other from being answered, not even one behind the
    /// same address.
    ///
    /// If the connections of all reach their bound, those that have sent no whole request for a
    /// second are closed.
    final class ConnectionTable: Sendable {
        private struct Entry {
            let mark: ConnectionMark
            let start = ContinuousClock.now
            /// The client that it counts for; nil for none.
            var client: ClientAddress?
            /// `true` if it has sent a whole request.
            var isProven = false

            /// The entry after a whole request.
            var proven: Self {
                var entry = self
                entry.isProven = true
                if mark.isForwarded { entry.client = nil }
                return entry
            }
        }

        private struct State {
            var entries: [Int: Entry] = [:]
            var lastID = 0
            /// The numbers of connections by client.
            var counts: [ClientAddress: Int] = [:]
            /// The connections that have sent no whole request.
            var unproven: [ClientAddress?: Set<Int>] = [:]
            var isShedding = false

            mutating func add(_ entry: Entry) {
                let id = entry.mark.id
                entries[id] = entry
                if let client = entry.client { counts[client, default: 0] += 1 }
                if !entry.isProven { unproven[entry.client, default: []].insert(id) }
            }

            mutating func remove(_ id: Int) -> Entry? {
                guard let entry = entries.removeValue(forKey: id) else { return nil }
                if let client = entry.client {
                    counts[client] = counts[client].flatMap { $0 > 1 ? $0 - 1 : nil }
                }
                if !entry.isProven {
                    unproven[entry.client]?.remove(id)
                    if unproven[entry.client]?.isEmpty == true { unproven[entry.client] = nil }
                }
                return entry
            }
        }

        private let limit, limitPerClient: Int
        private let proxies: TrustedProxies
        private let onRefusal: @Sendable (ClientAddress) -> Void
        private let state = Mutex(State())
        /// The time without a whole request that a connection has if there are too many.
        private static let patience = TimeAmount.seconds(1)

        init(_ settings: ServerSettings, onRefusal: @escaping @Sendable (ClientAddress) -> Void) {
            (limit, limitPerClient) = (settings.maxConnections, settings.maxClientConnections)
            proxies = TrustedProxies(settings.trustedProxies)
            self.onRefusal = onRefusal
        }

        /// Adds a connection until it closes.
        ///
        /// - Returns: Nil if it is refused, which the caller closes.
        func open(_ channel: any Channel) -> ConnectionMark? {
            let peer = RequestConnection(channel: channel).address
            let client = peer.map(ClientAddress.init)
            let isProxy = peer.map(proxies.contains) ?? false
            let opened = state.withLock { state -> (ConnectionMark, Entry?, isFull: Bool)? in
                var former: Entry?
                if let client, state.counts[client] ?? 0 >= limitPerClient {
                    guard let oldest = state.unproven[client]?.min() else { return nil }
                    former = state.remove(oldest)
                }
                state.lastID += 1
                let mark = ConnectionMark(state.lastID, channel, isProxy: isProxy, in: self)
                state.add(Entry(mark: mark, client: client))
                let isFull = state.entries.count >= limit && !state.isShedding
                if isFull { state.isShedding = true }
                return (mark, former, isFull)
            }
            guard let (mark, former, isFull) = opened else {
                if let client { onRefusal(client) }
                return nil
            }
            channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.remove(mark.id) } }
            if let former { end(former) }
            if isFull { shedSoon(on: channel.eventLoop) }
            return mark
        }

        /// Notes that a connection has sent a whole request, which a proxy may have passed on: it
        /// counts for no address then.
        func noteRequest(on mark: ConnectionMark) {
            state.withLock { state in
                // One that is about to be closed has left already.
                if let entry = state.remove(mark.id) { state.add(entry.proven) }
            }
        }

        /// Closes a connection that has left the table, unless its request has come meanwhile.
        ///
        /// Its loop runs this after the bytes that have arrived already.
        private func end(_ entry: Entry) {
            let channel = entry.mark.channel
            channel.eventLoop.execute {
                guard entry.mark.isProven else { return channel.close(promise: nil) }
                guard channel.isActive else { return }
                self.state.withLock { $0.add(entry.proven) }
            }
        }

        /// Closes connections without a whole request, as long as all reach their bound.
        private func shedSoon(on loop: any EventLoop) {
            loop.scheduleTask(in: Self.patience) {
                let end = ContinuousClock.now - .nanoseconds(Self.patience.nanoseconds)
                let (slow, isFull) = self.state.withLock { state in
                    var slow: [Entry] = []
                    if state.entries.count >= self.limit {
                        let ids = state.unproven.values.flatMap(\.self)
                            .filter { state.entries[$0].map { $0.start <= end } ?? false }
                        slow = ids.compactMap { state.remove($0) }
                    }
                    state.isShedding = state.entries.count >= self.limit
                    return (slow, state.isShedding)
                }
                for entry in slow { self.end(entry) }
                if isFull { self.shedSoon(on: loop) }
            }
        }
    }

    /// A connection of the table, which its streams find in its pipeline.
    final class ConnectionMark: ChannelInboundHandler, Sendable {
        typealias InboundIn = NIOAny

        let id: Int
        let channel: any Channel
        private let isProxy: Bool
        private let table: ConnectionTable
        private let proven = Atomic(false)
        private let forwarded = Atomic(false)

        init(_ id: Int, _ channel: any Channel, isProxy: Bool, in table: ConnectionTable) {
            (self.id, self.channel, self.isProxy, self.table) = (id, channel, isProxy, table)
        }

        var isProven: Bool { proven.load(ordering: .relaxed) }
        /// `true` if a proxy has named the client of a request.
        var isForwarded: Bool { forwarded.load(ordering: .relaxed) }
        /// `true` if it matters whether a proxy names the client.
        var asksForward: Bool { isProxy && !isForwarded }

        /// Notes a whole request.
        func noteRequest(isForwarded: Bool) {
            let wasProven = proven.exchange(true, ordering: .relaxed)
            if isForwarded { forwarded.store(true, ordering: .relaxed) }
            if isForwarded || !wasProven { table.noteRequest(on: self) }
        }
    }

    /// The handler of a connection, or of a stream of it, that notes whole requests.
    final class RequestWatch: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        /// The field by which proxies name their clients.
        static let field = HTTPField.Name("X-Forwarded-For")

        /// Nil once nothing is to be noted any more.
        private var mark: ConnectionMark?
        private var isForwarded = false

        func handlerAdded(context: ChannelHandlerContext) {
            // A stream of HTTP/2 has the connection as its parent, and that the listening socket.
            let isStream = context.channel.parent?.parent != nil
            let connection = isStream ? context.channel.parent : context.channel
            mark = try? connection?.pipeline.syncOperations.handler(type: ConnectionMark.self)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if let mark {
                switch unwrapInboundIn(data) {
                case .head(let head):
                    if mark.asksForward, let name = Self.field {
                        isForwarded = TrustedProxies.haveAddress(head.headerFields[values: name])
                    }
                case .body: break
                case .end:
                    mark.noteRequest(isForwarded: isForwarded)
                    if !mark.asksForward { self.mark = nil }
                }
            }
            context.fireChannelRead(data)
        }
    }
#endif
