#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import WebImageCaching
    import WebImageCoding

    /// Changes requests to an http URL into those that a proxy forwards: the target is the whole URL
    /// (RFC 9112, section 3.2.2).
    ///
    /// AsyncHTTPClient would ask for a tunnel, which most proxies allow for https only.
    final class ForwardedRequest: ChannelOutboundHandler {
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        private let authorization: String?

        init(by proxy: HTTPSettings.Proxy) { authorization = proxy.authorization }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            guard case .head(var head) = unwrapOutboundIn(data) else {
                return context.write(data, promise: promise)
            }
            head.uri = "http://\(head.headers["Host"].first ?? "")\(head.uri)"
            if let authorization {
                head.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization)
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
    }

    extension HTTPSettings.Proxy {
        /// Host and port, for messages; empty for the proxy that the environment names.
        var authority: String {
            switch self {
            case .http(let host, let port, _, _), .socks(let host, let port): "\(host):\(port)"
            case .environment: ""
            }
        }

        /// The field `Proxy-Authorization`.
        fileprivate var authorization: String? {
            guard case .http(_, _, let user?, let password?) = self else { return nil }
            return "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))"
        }
    }
#endif
