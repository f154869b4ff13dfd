public import WebImageCaching
public import WebImageCoding

/// Makes a picture of bytes that are none yet: decrypts, unpacks or decodes a whole body.
///
/// ```swift
/// pipeline.interceptors = [
///     DecryptBody("acme-aes") { bytes, head in
///         try await vault.open(bytes, nonce: head.headers["X-Nonce"])
///     }
/// ]
/// request.interceptors = [DecryptBody.base64]
/// ```
///
/// The body is taken in whole, within the limit of all bodies, and only once its head is accepted;
/// what comes out has to keep to the same limit. Since no byte of the picture is there before the
/// end, there are no previews; progress is told in the bytes that arrive. Caches keep what comes
/// out: with ``StorePolicy/memoryOnly`` nothing decrypted reaches the disk.
public struct DecryptBody: LoadInterceptor {
    /// Names the way of decrypting.
    public let identity: String
    private let decrypt: @Sendable (ByteBlock, ResponseHead) async throws -> ByteBlock

    /// Other bytes come out than went in.
    public var effect: OptionEffect { .bytes }

    /// An interceptor that decrypts every body.
    ///
    /// - Parameters:
    ///   - identity: Names the way and the key; must differ where the bytes that come out do.
    ///   - decrypt: Makes the picture's bytes of those that arrived with that head. It may block:
    ///     it runs where the pipeline decodes.
    public init(
        _ identity: String,
        _ decrypt: @escaping @Sendable (ByteBlock, ResponseHead) async throws -> ByteBlock
    ) {
        self.identity = identity
        self.decrypt = decrypt
    }

    /// Bodies in base64 (RFC 4648, section 4); white space is skipped and padding may be missing.
    public static let base64 = DecryptBody("base64") { bytes, _ in
        // Safe because the bytes are only read during the call.
        guard let decoded = unsafe bytes.withUnsafeBytes({ unsafe Base64.decode($0) }) else {
            throw LoadFailure(.malformed, "the body is not base64")
        }
        return ByteBlock(copying: decoded)
    }

    /// Hands the request on, and the answer back with another body.
    ///
    /// - Throws: What follows throws. What decrypting throws ends the body: a ``LoadFailure`` as it
    ///   is, another error inside of one.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var whole = request
        whole.firstByteCount = nil
        var answer = try await next(whole)
        let body = WholeBody(answer, request) { [self] in try await decrypted($0, answer: $1) }
        answer.chunks = BodyStream(body)
        answer.expectedByteCount = nil
        answer.wholeByteCount = nil
        answer.comesAtOnce = true
        return answer
    }

    private func decrypted(_ bytes: ByteBlock, answer: LoadedBody) async throws -> ByteBlock {
        do {
            return try await decrypt(bytes, answer.head)
        } catch let failure as LoadFailure where failure.head == nil {
            throw LoadFailure(failure.kind, failure.reason, of: answer)
        } catch let error where !Self.isOwn(error) {
            throw LoadFailure(
                .other, "the body could not be decrypted (\(identity)): \(error)", of: answer)
        }
    }

    private static func isOwn(_ error: any Error) -> Bool {
        error is any LoadError || error is CancellationError
    }
}
