#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import WebImageCaching

    /// Sends the path of a URL as it is if its escapes are no UTF-8, such as `/K%F6ln.png`.
    ///
    /// AsyncHTTPClient would ask for `/`, since Foundation does not read such a path.
    final class RequestTarget: ChannelOutboundHandler {
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// The field of a request that has the target; it is not sent.
        private static let field = "WebImage-Request-Target"

        /// Adds the target to a request for a URL, if the client would not send it.
        static func keep(of url: String, in request: inout HTTPClientRequest) {
            request.headers.remove(name: field)
            guard url.utf8.contains(37), let address = try? HTTPAddress(url) else { return }
            let path = PercentCoding.decode(address.path.utf8)
            guard String(validating: path, as: UTF8.self) == nil else { return }
            let query = address.query.map { "?\($0)" } ?? ""
            request.headers.add(name: field, value: address.path + query)
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            guard case .head(var head) = unwrapOutboundIn(data),
                let target = head.headers.first(name: Self.field)
            else { return context.write(data, promise: promise) }
            head.headers.remove(name: Self.field)
            head.uri = target
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
    }
#endif
