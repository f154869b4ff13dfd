import AsyncHTTPClient
import NIOCore
import Synchronization

/// A counter of the bytes of one response, through the client's delegate interface.
final class ByteCounter: HTTPClientResponseDelegate {
    private let count = Atomic(0)

    func didReceiveBodyPart(
        task: HTTPClient.Task<Int>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        count.wrappingAdd(buffer.readableBytes, ordering: .relaxed)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Int>) throws -> Int {
        count.load(ordering: .relaxed)
    }
}
