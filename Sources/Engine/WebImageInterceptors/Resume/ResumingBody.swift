import WebImageCaching
import WebImageCoding
import WebImageLoading

/// The reader of a download over as many connections as it takes.
struct ResumingBody {
    typealias Rest = @Sendable (ResumePoint) async throws -> LoadedBody

    private let policy: RetryPolicy
    private let rest: Rest
    private var point: ResumePoint
    private var attempts: RetryAttempts
    private var chunks: BodyStream.Iterator?
    private var skipByteCount = 0
    private var resumeCount = 0
    private var madeProgress = true

    init(
        _ chunks: BodyStream, _ point: ResumePoint, _ policy: RetryPolicy,
        _ attempts: RetryAttempts, rest: @escaping Rest
    ) {
        self.policy = policy
        self.rest = rest
        self.point = point
        self.attempts = attempts
        self.chunks = chunks.makeAsyncIterator()
    }

    mutating func next() async throws -> ByteBlock? {
        while chunks != nil {
            guard let step = try await advance() else { continue }
            switch step {
            case .chunk(let chunk): return chunk
            case .broken(let failure, let error):
                guard try await mayResume(after: failure) else { throw error }
                try await resume()
            }
        }
        return nil
    }

    private enum Step {
        case chunk(ByteBlock)
        /// The failure, and the error that reported it.
        case broken(LoadFailure, any Error)
    }

    /// Reads on; `nil` for bytes that are to be skipped and for the end.
    private mutating func advance() async throws -> Step? {
        do {
            if let chunk = try await chunks?.next() { return accept(chunk).map(Step.chunk) }
        } catch {
            chunks = nil
            // `Retry` after this interceptor reports a failure as a restart.
            let failure = (error as? RestartLoad)?.cause ?? LoadFailure(thrown: error)
            guard let failure else { throw error }
            return .broken(failure, error)
        }
        // An end that comes too early is a break as well.
        if point.isShort || skipByteCount > 0 { return .broken(shortness, shortness) }
        chunks = nil
        return nil
    }

    private mutating func accept(_ chunk: ByteBlock) -> ByteBlock? {
        let skipped = min(skipByteCount, chunk.count)
        skipByteCount -= skipped
        guard skipped < chunk.count else { return nil }
        point.receivedByteCount += chunk.count - skipped
        madeProgress = true
        return skipped == 0 ? chunk : chunk.suffix(from: skipped)
    }

    private var shortness: LoadFailure {
        LoadFailure(
            .truncated,
            "expected \(point.byteCount ?? point.receivedByteCount) bytes, received "
                + "\(point.receivedByteCount - skipByteCount)")
    }

    /// Requests the rest until a response continues the download.
    ///
    /// An attempt that fails before its response costs none of the bytes that have arrived.
    private mutating func resume() async throws {
        chunks = nil
        while true {
            let failure: LoadFailure
            do {
                let response = try await rest(point)
                guard let refusal = try take(response) else { return }
                failure = refusal
            } catch {
                guard let thrown = LoadFailure(thrown: error) else { throw error }
                failure = thrown
            }
            guard try await mayResume(after: failure) else { throw failure }
        }
    }

    /// Waits for the next attempt; returns `false` if there is none.
    private mutating func mayResume(after failure: LoadFailure) async throws -> Bool {
        guard policy.accepts(failure), resumeCount < Resume.maxCount else { return false }
        if madeProgress { attempts.renew() }
        madeProgress = false
        resumeCount += 1
        return try await attempts.wait(after: failure.head)
    }

    /// Continues with a response; returns a failure after which another attempt may succeed.
    private mutating func take(_ response: LoadedBody) throws -> LoadFailure? {
        switch point.judge(response.head) {
        case .goOn(let skipping):
            skipByteCount = skipping
            chunks = response.chunks.makeAsyncIterator()
        case .complete: break
        case .startOver(let failure): throw RestartLoad(after: failure)
        case .failed(let failure): return failure
        }
        return nil
    }
}
