import WebImageCaching
import WebImageCoding
package import WebImageRuntime

/// A body that is taken in whole and handed on as what a function makes of it.
struct WholeBody: AsyncSequence, Sendable {
    typealias Element = ByteBlock
    typealias Change = @Sendable (ByteBlock, LoadedBody) async throws -> ByteBlock

    /// Hands out the one block.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: WholeBody?

        @concurrent mutating func next() async throws -> ByteBlock? {
            guard let body = rest.take() else { return nil }
            let block = try await body.changed(try await body.collected())
            return block.count > 0 ? block : nil
        }
    }

    private let answer: LoadedBody
    private let request: LoadRequest
    private let change: Change

    /// The body of an answer to a request; nothing is read before somebody asks for it.
    init(_ answer: LoadedBody, _ request: LoadRequest, change: @escaping Change) {
        self.answer = answer
        self.request = request
        self.change = change
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: self) }

    private func collected() async throws -> ByteBlock {
        var meter = LengthCheck(answer, limit: request.limits.maxBodyBytes)
        let body = GrowingBody()
        request.tellProgress(meter.progress)
        for try await chunk in answer.chunks {
            try Task.checkCancellation()
            try meter.add(chunk.count)
            body.append(chunk)
            request.tellProgress(meter.progress)
        }
        try meter.end()
        try LoadFailure.requireMemory(meter.count)
        return ByteBlock.joining(body.takeStock())
    }

    private func changed(_ block: ByteBlock) async throws -> ByteBlock {
        guard let work = request.attributes[DecodeThreads.self] else {
            return try await change(block, answer)
        }
        return try await work.runAsync { try await change(block, answer) }
    }
}

/// Where an interceptor may compute for long; nil outside of a pipeline.
package enum DecodeThreads: LoadAttribute {
    package static let defaultValue: WorkExecutor? = nil
}
