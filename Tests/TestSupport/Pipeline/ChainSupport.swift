import FoundationEssentials
import Synchronization
package import WebImageCaching
import WebImageCoding
package import WebImageInterceptors
package import WebImageLoading

/// A time that advances when a task sleeps, or when the test advances it.
package final class ManualTime: Sendable {
    private struct State: Sendable {
        var elapsed = Duration.zero
        var waits: [Duration] = []
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var lastSleeper = 0
    }

    private let start = ContinuousClock.now
    private let isHeld: Bool
    private let state = Mutex(State())

    /// Creates a time; if `isHeld`, sleepers wait until ``wake()``.
    package init(isHeld: Bool = false) {
        self.isHeld = isHeld
    }

    /// The durations of all waits, in order.
    package var waits: [Duration] { state.withLock { $0.waits } }
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func pass(_ duration: Duration) { state.withLock { $0.elapsed += duration } }

    package func wake() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers.values
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// The second 1,000,000,000 of the epoch at first: Sun, 09 Sep 2001 01:46:40 GMT.
    package var clock: LoadClock {
        LoadClock(
            now: { self.start + self.state.withLock { $0.elapsed } },
            date: {
                let elapsed = self.state.withLock { $0.elapsed }
                return Date(timeIntervalSince1970: 1e9 + elapsed / .seconds(1))
            },
            sleep: { try await self.sleep($0) })
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.waits.append(duration)
            if !isHeld { state.elapsed += duration }
            state.lastSleeper += 1
            return state.lastSleeper
        }
        guard isHeld else { return try Task.checkCancellation() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleepers[id] = continuation }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?
            .resume(throwing: CancellationError())
    }
}

/// A loader that responds to one request after the other, and records them.
package final class Script: Sendable {
    package let requests = Locked<[LoadRequest]>([])
    private let answers: [@Sendable (LoadRequest) throws -> LoadedBody]

    /// Creates a script of responses in order; the last one repeats.
    package init(_ answers: [@Sendable (LoadRequest) throws -> LoadedBody]) {
        self.answers = answers
    }

    package func load(_ request: LoadRequest) throws -> LoadedBody {
        requests.change { $0.append(request) }
        return try answers[min(requests.value.count, answers.count) - 1](request)
    }

    package var count: Int { requests.value.count }
}

/// Returns a response of an imaginary origin.
package func answer(
    _ status: Int = 200, _ headers: HeaderFields = [:], _ bytes: [UInt8] = [],
    expecting byteCount: Int? = nil, url: String = "http://origin.test/a.bmp"
) -> LoadedBody {
    LoadedBody(
        head: ResponseHead(url: url, status: status, headers: headers), origin: .network,
        expectedByteCount: byteCount, chunks: BodyStream([ByteBlock(copying: bytes)]))
}

/// Returns a body that fails after its bytes.
package func broken(_ bytes: [UInt8], by kind: LoadFailure.Kind = .truncated) -> BodyStream {
    BodyStream(
        AsyncThrowingStream<ByteBlock, any Error> { continuation in
            if !bytes.isEmpty { continuation.yield(ByteBlock(copying: bytes)) }
            continuation.finish(throwing: LoadFailure(kind, "a scripted break"))
        })
}

extension LoadedBody {
    /// Returns the response with a body that fails after its bytes.
    package func breaking(after bytes: [UInt8], by kind: LoadFailure.Kind = .truncated)
        -> LoadedBody
    {
        var answer = self
        answer.chunks = broken(bytes, by: kind)
        return answer
    }

    /// Reads the whole body.
    package func allBytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in chunks {
            chunk.withSpan { span in bytes += (0..<span.byteCount).map { span.unsafeLoad($0) } }
        }
        return bytes
    }
}

extension RawSpan {
    fileprivate func unsafeLoad(_ offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}

/// Returns the response of the interceptors over a script.
package func load(
    _ interceptors: [any LoadInterceptor], over script: Script,
    _ request: LoadRequest = LoadRequest(source: .url("http://origin.test/a.bmp"))
) async throws -> LoadedBody {
    try await NextLoad(interceptors[...], then: ScriptLoader(script: script))(request)
}

private struct ScriptLoader: ImageLoader {
    let script: Script
    var identity: String? { nil }
    func load(_ request: LoadRequest) async throws -> LoadedBody { try script.load(request) }
}

/// Returns the failure of `body`; `nil` if it ends otherwise.
package func failure(_ body: () async throws -> some Sendable) async -> LoadFailure? {
    do {
        _ = try await body()
    } catch let error as any LoadError {
        return error.loadFailure
    } catch {}
    return nil
}
