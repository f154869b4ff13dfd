#if Server
    import HTTPTypes
    import HummingbirdCore
    import NIOCore
    import NIOHTTPTypes

    /// The handler of a connection, or of a stream of it, that ends the record of a request once
    /// its answer was sent, or cannot be.
    final class AnswerWatch: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        /// The record of the request that is answered next; nil after its last part.
        fileprivate var record: RequestRecord?

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            guard let record, case .end = unwrapOutboundIn(data) else {
                return context.write(data, promise: promise)
            }
            self.record = nil
            let promise = promise ?? context.eventLoop.makePromise()
            promise.futureResult.whenComplete { result in
                record.end(isCut: (try? result.get()) == nil)
            }
            context.write(data, promise: promise)
        }

        func handlerRemoved(context: ChannelHandlerContext) { record = nil }
    }

    extension RequestConnection {
        /// Lets the connection end a record with its next answer.
        ///
        /// - Returns: `false` if no handler of it does so.
        func willWrite(_ record: RequestRecord) -> Bool {
            guard channel.eventLoop.inEventLoop,
                let watch = try? channel.pipeline.syncOperations.handler(type: AnswerWatch.self)
            else { return false }
            watch.record = record
            return true
        }
    }

    extension Response {
        /// Returns the response with a body that ends a record; one that is never written ends it
        /// as cut.
        func ending(_ record: RequestRecord) -> Response {
            let body = body
            var response = self
            let write = { @Sendable (writer: inout any ResponseBodyWriter) async throws in
                do {
                    try await body.write(writer)
                    record.end(isCut: false)
                } catch {
                    record.end(isCut: true)
                    throw error
                }
            }
            let length = headers[.contentLength]
            response.body = ResponseBody(contentLength: body.contentLength, write)
            response.headers[.contentLength] = length
            return response
        }
    }
#endif
