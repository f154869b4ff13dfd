#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import WebImageCaching

    /// What came back for a message, by whichever of the client's two interfaces.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let chunks: Chunks

        /// Where the body comes from.
        enum Chunks: Sendable {
            case inbox(ResponseInbox)
            case sequence(HTTPClientResponse.Body)
        }

        /// Sends a message.
        ///
        /// - Throws: What the client says; `CancellationError`.
        init(to message: HTTPClientRequest, over client: OwnedClient) async throws {
            // Answers that come before a body is sent, and spans around the caller's, are known to
            // the newer interface only.
            guard message.body == nil, !client.isTraced else {
                let response = try await client.client.execute(message, deadline: .distantFuture)
                status = Int(response.status.code)
                headers = response.headers
                chunks = .sequence(response.body)
                return
            }
            let request = try HTTPClient.Request(
                url: message.url, method: message.method, headers: message.headers)
            let inbox = ResponseInbox()
            inbox.ask(request, over: client.client)
            let head = try await inbox.head()
            status = Int(head.status.code)
            headers = head.headers
            chunks = .inbox(inbox)
        }
    }

    extension Answer.Chunks {
        /// Begins to read, once.
        func makeReader() -> Answer.Reader {
            switch self {
            case .inbox(let inbox): .inbox(inbox)
            case .sequence(let body): .sequence(body.makeAsyncIterator())
            }
        }

        /// Closes the connection of a body that nobody reads; the newer interface does so itself.
        func abandon() {
            if case .inbox(let inbox) = self { inbox.abandon() }
        }
    }

    extension Answer {
        /// Reads a body.
        enum Reader {
            case inbox(ResponseInbox)
            case sequence(HTTPClientResponse.Body.AsyncIterator)

            /// The next bytes, nil after the last.
            @concurrent mutating func next() async throws -> ByteBuffer? {
                switch self {
                case .inbox(let inbox): return try await inbox.next()
                case .sequence(var iterator):
                    defer { self = .sequence(iterator) }
                    return try await iterator.next()
                }
            }
        }
    }
#endif
