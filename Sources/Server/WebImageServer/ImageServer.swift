#if Server
    import HTTPTypes
    public import Hummingbird
    public import HummingbirdCore
    public import WebImage
    public import WebImageURLs

    /// A server of pictures: a grammar of addresses, a pipeline, and rules for answers.
    ///
    /// It answers requests of a program of Hummingbird, or is the whole program
    /// (``run(onStart:)``):
    ///
    /// ```swift no-compile
    /// var settings = ServerSettings()
    /// settings.pathPrefix = "/images"
    /// let pipeline = try await settings.makePipeline()
    /// let server = await ImageServer(grammar, pipeline, settings)
    /// router.addImages(server)
    /// ```
    ///
    /// Metrics are recorded by the factory of swift-metrics, and a span for each request by the
    /// tracer of swift-distributed-tracing, that the program has bootstrapped before.
    public struct ImageServer: Sendable {
        let core: ServerCore

        /// Creates a server, and loads the pictures that it uses itself.
        ///
        /// - Parameters:
        ///   - grammar: The reader of addresses, which decides what is allowed.
        ///   - pipeline: The loader of pictures, such as ``ServerSettings/makePipeline()`` returns.
        ///   - settings: The settings; for sources and caches the pipeline's count.
        ///   - tell: Receives lines for a log: on the settings, on variables without effect, and on
        ///     each of those
        ///     pictures that cannot be loaded.
        public init(
            _ grammar: any URLGrammar, _ pipeline: ImagePipeline,
            _ settings: ServerSettings = ServerSettings(), tell: (String) -> Void = { _ in }
        ) async {
            for line in settings.told(of: grammar) { tell(line) }
            let notes = await settings.ignoredVariables + settings.storeNotes()
            for note in notes { tell("warning: \(note)") }
            let pictures = await ServerPictures(settings, by: pipeline, tell: tell)
            core = ServerCore(settings, grammar, pipeline, pictures)
        }

        /// Returns the response to a request, by its target as it was sent.
        ///
        /// The work goes on if the client leaves, until its deadline: only ``run(onStart:)``
        /// watches connections, and counts by client.
        public func respond(to request: Request) async -> Response {
            await respond(to: request, by: nil)
        }

        func respond(to request: Request, by connection: RequestConnection?) async -> Response {
            var fields = HeaderFields()
            for field in request.headers { fields.append(field.name.rawName, field.value) }
            if let authority = request.head.authority { fields["Host"] = authority }
            let record = RequestRecord(
                core, method: request.method.rawValue, target: request.head.path ?? "/",
                request.headers)
            let call = ServerCall(
                core: core, fields: fields, connection: connection, record: record)
            let response = await record.answered { await call.answer() }
                .response(isHead: request.method == .head)
            guard connection?.willWrite(record) != true else { return response }
            return response.ending(record)
        }
    }

    extension RouterMethods {
        /// Answers the requests below the prefix of a server's settings by that server.
        ///
        /// Without a prefix `/` stays the program's own, so that the page of the server is not
        /// shown.
        ///
        /// - Returns: The router.
        @discardableResult
        public func addImages(_ server: ImageServer) -> Self {
            let prefix = server.core.settings.pathPrefix
            // The pattern needs a part after the prefix.
            for path in [prefix, prefix + "/**"] where !path.isEmpty {
                for method in [HTTPRequest.Method.get, .head, .options] {
                    on(RouterPath(path), method: method) { request, _ in
                        await server.respond(to: request)
                    }
                }
            }
            return self
        }
    }
#endif
