#if Server
    import HTTPTypes
    import Hummingbird
    import NIOConcurrencyHelpers
    import NIOCore
    import WebImage
    import WebImageServer
    import WebImageTesting
    import WebImageURLs

    /// A client that takes all bytes.
    private struct Sink: ResponseBodyWriter {
        let bytes = NIOLockedValueBox(ByteBuffer())

        func write(_ buffer: ByteBuffer) {
            bytes.withLockedValue { _ = $0.writeImmutableBuffer(buffer) }
        }

        func finish(_ trailingHeaders: HTTPFields?) {}
    }

    extension Response {
        /// The body as text; empty if it was not written.
        var text: String {
            get async {
                let sink = Sink()
                try? await body.write(sink)
                return sink.bytes.withLockedValue { String(buffer: $0) }
            }
        }
    }

    /// A server of the library's own addresses over a scripted loader.
    struct TestServer {
        let server: ImageServer

        /// - Parameters:
        ///   - isFrozen: `true` for sources that never come.
        ///   - loader: The sources; nil for one picture.
        init(
            _ settings: ServerSettings = quiet, observers: [any PipelineObserver] = [],
            isFrozen: Bool = false, loader: ScriptedLoader? = nil,
            limits: PipelineLimits = PipelineLimits(), cacheMode: CacheMode = .private,
            grammar: (any URLGrammar)? = nil,
            tell: (String) -> Void = { _ in }
        ) async throws {
            let usual = ScriptedLoader(
                bytes: try Self.file(), headers: ["Cache-Control": "max-age=60"],
                isFrozen: isFrozen)
            var pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader ?? usual,
                codecs: .installed, limits: limits, observers: observers)
            pipeline.cacheMode = cacheMode
            server = await ImageServer(
                try grammar ?? WebImageGrammar(environment: [:]), pipeline, settings, tell: tell)
        }

        /// Returns a picture of 4 × 3 pixels as a file.
        static func file(_ width: Int = 4, _ height: Int = 3) throws -> ByteBlock {
            let picture = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true)
            return try BMPEncoder().encode(picture, settings: EncodeSettings())
        }

        /// Returns sources that are the result of a function of the request.
        static func loader(
            _ answer: @escaping @Sendable (LoadRequest, String) throws -> (HeaderFields, ByteBlock)
        ) -> ScriptedLoader {
            ScriptedLoader { request in
                let (url, headers, bytes): (String, HeaderFields, ByteBlock)
                switch request.source {
                case .data(let data): (url, headers, bytes) = ("data:", [:], data)
                case .url(let text):
                    url = text
                    (headers, bytes) = try answer(request, url)
                default: throw LoadFailure(.other, "only URLs are scripted")
                }
                return LoadedBody(
                    head: ResponseHead(url: url, headers: headers), origin: .network,
                    expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
            }
        }

        /// Settings without lines of logs.
        static var quiet: ServerSettings {
            var settings = ServerSettings()
            settings.logsRequests = false
            return settings
        }

        /// Returns the target of a source's picture by options of the library's own addresses.
        static func target(
            _ options: String = "format=bmp", of source: String = "http://a.test/a.bmp"
        ) -> String {
            "/v1/-/-/\(options)/\(Base64URL.encode(Array(source.utf8)))"
        }

        /// The target of a picture.
        static let picture = "/v1/-/-/format=bmp/plain/http%3A%2F%2Fa.test%2Fa.bmp%3Ftoken%3Dgeheim"

        /// Returns the response to a request, whose body was written unless it is not to be read.
        func ask(
            _ target: String, _ fields: HTTPFields = [:], _ method: HTTPRequest.Method = .get,
            reads: Bool = true
        ) async -> Response {
            let head = HTTPRequest(
                method: method, scheme: "http", authority: "127.0.0.1", path: target,
                headerFields: fields)
            var response = await server.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
            guard reads else { return response }
            let sink = Sink()
            try? await response.body.write(sink)
            response.body = ResponseBody(byteBuffer: sink.bytes.withLockedValue { $0 })
            return response
        }
    }
#endif
