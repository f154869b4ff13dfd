import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// A scripted response.
struct ScriptedAnswer: Sendable {
    var bytes: [UInt8]
    var status = 200
    var headers: HeaderFields = [:]
    var expected: Int?
    var failure: LoadFailure?
    var breaksWith: (any Error)?

    init(_ text: String) { bytes = Array(text.utf8) }
    init(bytes: [UInt8]) { self.bytes = bytes }
}

extension ScriptedAnswer {
    func body(_ url: String) throws -> LoadedBody {
        if let failure { throw failure }
        let head = ResponseHead(url: url, status: status, headers: headers)
        var chunks = BodyStream([ByteBlock(copying: bytes)])
        if let breaksWith {
            chunks = BodyStream(AsyncThrowingStream<ByteBlock, any Error> { throw breaksWith })
        }
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: expected, chunks: chunks)
    }
}

extension LoadRequest {
    var url: String {
        if case .url(let url) = source { return url }
        return "\(source)"
    }
}

extension Result where Failure == LoadFailure {
    /// The load failure, if it ended with one.
    var failure: LoadFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }
}
