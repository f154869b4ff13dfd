#if Server
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypesHTTP1

    /// The handler of a connection that reads the heads of requests by RFC 9112, before Hummingbird
    /// does.
    ///
    /// A head that the protocol forbids becomes a ``MalformedRequest``, which is answered in its
    /// turn. The last request of a connection has `Connection: close` and nothing else: Hummingbird
    /// compares that field with this text. What follows it is dropped.
    /// `Documentation/upstream.md` has the reports for Hummingbird.
    ///
    /// A client of HTTP/1.0 waits for the end of the connection, unless it asks for it to be kept,
    /// and reads no chunks: a response of unknown length ends with the connection. Behind the
    /// codec, requests have no version.
    ///
    /// Nothing can be read after a body against the protocol. Its request has one response, as
    /// others have.
    final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        /// The heads that were read, and the responses that have ended.
        private var counts = (read: 0, written: 0)
        /// The number of the request after which the connection closes.
        private var last: Int?
        /// The number of the response after which this handler ends the connection.
        private var closing: Int?
        /// The numbers of requests of HTTP/1.0 whose responses have not ended.
        private var old: Set<Int> = []
        /// `true` while the body of a request is to come.
        private var isInBody = false
        /// `true` once something came after the last request.
        private var isOver = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = unwrapInboundIn(data) else {
                guard !isOver else { return }
                if case .end = unwrapInboundIn(data) { isInBody = false }
                return context.fireChannelRead(data)
            }
            guard last == nil else {
                isOver = true
                return
            }
            isInBody = true
            read(head, context)
        }

        private func read(
            _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
            fault: MalformedRequest? = nil
        ) {
            var head = head
            counts.read += 1
            do throws(MalformedRequest) {
                if let fault { throw fault }
                try RequestHeadRules.apply(to: &head)
            } catch {
                head.uri = error.rawValue
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            if head.version == .http1_0 { old.insert(counts.read) }
            if RequestHeadRules.closes(head) {
                last = counts.read
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        /// Answers bytes that are no request in their turn; bytes after the last request do not
        /// matter.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let error = error as? HTTPParserError else {
                return context.fireErrorCaught(error)
            }
            guard last == nil else { return }
            isOver = true
            guard !isInBody else { return endBehindBody(context) }
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            read(head, context, fault: MalformedRequest(error))
            context.fireChannelRead(wrapInboundOut(.end(nil)))
            context.fireChannelReadComplete()
        }

        /// Ends the connection after the response to the request whose body cannot be read.
        private func endBehindBody(_ context: ChannelHandlerContext) {
            (isInBody, last, closing) = (false, counts.read, counts.read)
            context.fireChannelRead(wrapInboundOut(.end(nil)))
            context.fireChannelReadComplete()
            if counts.written == counts.read { context.close(mode: .output, promise: nil) }
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            case .head(let head) where old.contains(counts.written + 1) && head.status.code >= 200:
                context.write(wrapOutboundOut(.head(forOldClient(head))), promise: promise)
            case .end:
                counts.written += 1
                old.remove(counts.written)
                guard closing == counts.written else {
                    return context.write(data, promise: promise)
                }
                context.writeAndFlush(data, promise: promise)
                context.close(mode: .output, promise: nil)
            default: context.write(data, promise: promise)
            }
        }

        /// Returns the head of a response for a client that reads no chunks.
        private func forOldClient(_ response: HTTPResponseHead) -> HTTPResponseHead {
            let number = counts.written + 1
            let hasLength =
                response.headers.contains(name: "Content-Length")
                || [204, 304].contains(response.status.code)
            guard number == last || !hasLength else { return response }
            if number != last {
                (last, closing) = (number, number)
                isOver = counts.read > number
            }
            var response = response
            response.version = .http1_0
            response.headers.replaceOrAdd(name: "Connection", value: "close")
            return response
        }

        /// Adds the handler to a connection; a stream of HTTP/2 needs none.
        static func watch(_ pipeline: ChannelPipeline.SynchronousOperations) {
            guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else {
                return
            }
            try? pipeline.addHandler(RequestRules(), position: .before(codec))
        }
    }
#endif
