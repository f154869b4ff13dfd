#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import WebImageCaching

    /// The response to a message, from either of the client's two interfaces.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let chunks: Chunks

        /// The source of the body.
        enum Chunks: Sendable {
            case inbox(ResponseInbox)
            case sequence(HTTPClientResponse.Body)
        }

        /// Sends a message and waits for the head.
        ///
        /// - Throws: The errors of the client; `CancellationError`.
        init(to message: HTTPClientRequest, over client: OwnedClient) async throws {
            // Only the newer interface supports responses that precede the request body, and spans
            // inside the caller's span.
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
        /// Returns a reader of the body; called once.
        func makeReader() -> Answer.Reader {
            switch self {
            case .inbox(let inbox): .inbox(inbox)
            case .sequence(let body): .sequence(body.makeAsyncIterator())
            }
        }

        /// Closes the connection of an unread body; the newer interface does so itself.
        func abandon() {
            if case .inbox(let inbox) = self { inbox.abandon() }
        }
    }

    extension Answer {
        enum Reader {
            case inbox(ResponseInbox)
            case sequence(HTTPClientResponse.Body.AsyncIterator)

            /// Returns the next bytes, nil after the last.
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
