import Synchronization
import TestSupport
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime

/// An origin whose loads wait, at their head and again in their body, until a schedule continues
/// them.
final class SteppedOrigin: ImageLoader {
    /// The continuation of a waiting load.
    enum Step: CaseIterable, Sendable {
        /// The expected response.
        case goOn
        /// An error.
        case fail
        /// Bytes that are no picture.
        case damage
        /// A status that is not accepted.
        case refuse
    }

    private struct State: Sendable {
        var waiting: [UInt64: CheckedContinuation<Step, any Error>] = [:]
        var lastNumber: UInt64 = 0
        var isOpen = false
        var activeCount = 0
    }

    private let state = Mutex(State())

    var identity: String? { nil }

    /// The number of waiting loads.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The number of loads and bodies that have begun and not ended.
    var activeCount: Int { state.withLock { $0.activeCount } }

    /// Returns the picture of a path, which begins with its number.
    static func bytes(_ number: Int) -> ByteBlock {
        TestPipeline.picture(width: 4 + number, height: 3, seed: UInt8(number))
    }

    /// Continues one load, chosen by a number.
    func step(_ choice: UInt64, _ step: Step) {
        let continuation = state.withLock { state in
            let ids = state.waiting.keys.sorted()
            return ids.isEmpty
                ? nil : state.waiting.removeValue(forKey: ids[Int(choice % UInt64(ids.count))])
        }
        continuation?.resume(returning: step)
    }

    /// Continues all loads from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: .goOn) }
    }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .url(let url) = request.source, let number = Int(url.suffix(1)) else {
            throw LoadFailure(.other, "no such path")
        }
        let head = try await standStill()
        guard head != .fail else { throw LoadFailure(.connectionFailed, "as the schedule says") }
        let bytes =
            head == .damage ? ByteBlock(copying: Array("no picture".utf8)) : Self.bytes(number)
        return LoadedBody(
            head: ResponseHead(url: url, status: head == .refuse ? 500 : 200), origin: .network,
            expectedByteCount: bytes.count, chunks: BodyStream(body(of: bytes)))
    }

    private func body(of bytes: ByteBlock) -> AsyncThrowingStream<ByteBlock, any Error> {
        let rest = Mutex([bytes.prefix(5), bytes.array.dropFirst(5).block])
        return AsyncThrowingStream {
            guard let next = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                return nil
            }
            guard try await self.standStill() != .fail else {
                throw LoadFailure(.truncated, "as the schedule says")
            }
            return next
        }
    }

    private func standStill() async throws -> Step {
        let id = state.withLock { state in
            state.activeCount += 1
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { state.withLock { $0.activeCount -= 1 } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting[id] = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume(returning: .goOn) }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?
            .resume(throwing: CancellationError())
    }
}

extension Sequence where Element == UInt8 {
    var block: ByteBlock { ByteBlock(copying: Array(self)) }
}
