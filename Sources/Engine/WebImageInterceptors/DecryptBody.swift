package import WebImageCaching
package import WebImageCoding
package import WebImageLoading
import WebImageRuntime

/// A decryption of whole bodies, of which image files are made.
package struct DecryptBody: LoadInterceptor {
    package let identity: String
    private let decrypt: @Sendable (ByteBlock, ResponseHead) async throws -> ByteBlock

    package var effect: OptionEffect { .bytes }

    package init(
        _ identity: String,
        _ decrypt: @escaping @Sendable (ByteBlock, ResponseHead) async throws -> ByteBlock
    ) {
        self.identity = identity
        self.decrypt = decrypt
    }

    /// Decodes bodies in base64 (RFC 4648, section 4); white space is skipped, padding is optional.
    package static let base64 = DecryptBody("base64") { bytes, _ in
        // Safe because the bytes are only read during the call.
        guard let decoded = unsafe bytes.withUnsafeBytes({ unsafe Base64.decode($0) }) else {
            throw LoadFailure(.malformed, "the body is not base64")
        }
        return ByteBlock(copying: decoded)
    }

    /// Passes the request on, and returns the response with another body.
    ///
    /// - Throws: The errors of the next steps. An error of decrypting ends the body: a
    ///   `LoadFailure` as it is, another error inside of one.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var whole = request
        whole.firstByteCount = nil
        let received = try await next(whole)
        var response = received
        response.chunks = BodyStream {
            var isRead = false
            return {
                guard !isRead else { return nil }
                isRead = true
                let block = try await body(of: received, request)
                return block.count > 0 ? block : nil
            }
        }
        response.expectedByteCount = nil
        response.wholeByteCount = nil
        response.comesAtOnce = true
        return response
    }

    /// Reads the body whole, and decrypts it on the threads that decode.
    @concurrent private func body(
        of response: LoadedBody, _ request: LoadRequest
    ) async throws -> ByteBlock {
        var length = LengthCheck(response, limit: request.limits.maxBodyBytes)
        let body = BodyBuffer()
        request.tellProgress(length.progress)
        for try await chunk in response.chunks {
            try Task.checkCancellation()
            try length.add(chunk.count)
            body.append(chunk)
            request.tellProgress(length.progress)
        }
        try length.end()
        try LoadFailure.requireMemory(length.count)
        let bytes = ByteBlock.joining(body.bytes(from: 0, limit: .max))
        guard let threads = request.attributes[DecodeThreads.self] else {
            return try await decrypted(bytes, response)
        }
        return try await threads.runAsync { try await decrypted(bytes, response) }
    }

    private func decrypted(_ bytes: ByteBlock, _ response: LoadedBody) async throws -> ByteBlock {
        do {
            return try await decrypt(bytes, response.head)
        } catch let failure as LoadFailure where failure.head == nil {
            throw LoadFailure(failure.kind, failure.reason, of: response)
        } catch let error where !(error is any LoadError || error is CancellationError) {
            throw LoadFailure(
                .other, "the body could not be decrypted (\(identity)): \(error)", of: response)
        }
    }
}
