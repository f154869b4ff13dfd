#if Server
    import HTTPTypes
    import Hummingbird
    import NIOCore
    import WebImage
    import WebImageServer
    import WebImageTesting
    import WebImageURLs

    /// A server of the library's own addresses over a scripted loader.
    struct TestServer {
        let server: ImageServer

        /// - Parameters:
        ///   - isFrozen: `true` for sources that never come.
        init(
            _ settings: ServerSettings = quiet, observers: [any PipelineObserver] = [],
            isFrozen: Bool = false, grammar: (any URLGrammar)? = nil
        ) async throws {
            let picture = Bitmap(size: PixelSize(width: 4, height: 3), isOpaque: true)
            let file = try BMPEncoder().encode(picture, settings: EncodeSettings())
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil,
                loader: ScriptedLoader(
                    bytes: file, headers: ["Cache-Control": "max-age=60"], isFrozen: isFrozen),
                codecs: .installed, observers: observers)
            server = await ImageServer(
                try grammar ?? WebImageGrammar(environment: [:]), pipeline, settings)
        }

        /// Settings without lines of logs.
        static var quiet: ServerSettings {
            var settings = ServerSettings()
            settings.logsRequests = false
            return settings
        }

        /// The target of a picture.
        static let picture = "/v1/-/-/format=bmp/plain/http%3A%2F%2Fa.test%2Fa.bmp%3Ftoken%3Dgeheim"

        func ask(_ target: String, _ fields: HTTPFields = [:]) async -> Response {
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: "127.0.0.1", path: target,
                headerFields: fields)
            return await server.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
        }
    }
#endif
