#if Server
    import HTTPTypes
    import NIOCore
    import NIOHTTPTypes
    import Synchronization

    /// A connection of the table, which its streams find in its pipeline.
    final class ConnectionMark: ChannelInboundHandler, Sendable {
        typealias InboundIn = NIOAny

        let id: Int
        let channel: any Channel
        private let isProxy: Bool
        private let table: ConnectionTable
        private let proven = Atomic(false)
        private let forwarded = Atomic(false)

        /// - Parameter isProxy: `true` if the other end is a trusted proxy.
        init(_ id: Int, _ channel: any Channel, isProxy: Bool, in table: ConnectionTable) {
            (self.id, self.channel, self.isProxy, self.table) = (id, channel, isProxy, table)
        }

        /// `true` if a whole request has come.
        var isProven: Bool { proven.load(ordering: .relaxed) }
        /// `true` if a proxy has named the client of a request.
        var isForwarded: Bool { forwarded.load(ordering: .relaxed) }
        /// `true` if it matters whether a proxy names the client.
        var asksForward: Bool { isProxy && !isForwarded }

        /// Notes a whole request.
        ///
        /// - Parameter isForwarded: `true` if a proxy has named its client.
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
