import WebImageCaching
import WebImageCoding

/// What came of an answer and was not read yet: a pure state machine, driven by ``SessionAnswer``.
struct AnswerQueue: Sendable {
    /// What a reader finds.
    enum Found: Sendable {
        case head(ResponseHead)
        case chunk(ByteBlock)
        case end((any Error)?)
    }

    /// What is to be done with the task after a change.
    enum Demand: Sendable {
        case none
        case suspend
        case resume
        case cancel
    }

    /// Above this the task rests, below a quarter of it the task goes on.
    private static let mostBytes = 1 << 20

    /// Whether a task that rests goes on where it was.
    let canSuspend: Bool
    /// The most bytes of a body, whether they are read or wait.
    let limit: Int

    private(set) var head: ResponseHead?
    private var isHeadRead = false
    private var chunks: [ByteBlock] = []
    private var readCount = 0
    private var byteCount = 0
    private var receivedCount = 0
    private var isSuspended = false
    private var ending: (any Error)??

    init(canSuspend: Bool, limit: Int) {
        self.canSuspend = canSuspend
        self.limit = limit
    }

    /// Whether nothing that comes changes anything more.
    var isOver: Bool { ending != nil }

    /// The head came; only the first one counts.
    mutating func receive(_ head: ResponseHead) {
        if self.head == nil, !isOver { self.head = head }
    }

    /// Bytes came.
    mutating func receive(_ chunk: ByteBlock) -> Demand {
        guard !isOver, chunk.count > 0 else { return .none }
        chunks.append(chunk)
        byteCount += chunk.count
        receivedCount += chunk.count
        // Who reads will find that it is too much; until then no more of it is kept.
        if receivedCount > limit { return .cancel }
        guard canSuspend, byteCount > Self.mostBytes, !isSuspended else { return .none }
        isSuspended = true
        return .suspend
    }

    /// No more will come; only the first end counts.
    mutating func end(_ error: (any Error)?) { if !isOver { ending = .some(error) } }

    /// An end that leaves nothing to read.
    mutating func abort(_ error: any Error) {
        ending = .some(error)
        isHeadRead = true
        chunks = []
        readCount = 0
    }

    /// The next there is, nil if it has to be waited for.
    mutating func next() -> (found: Found?, demand: Demand) {
        if let head, !isHeadRead {
            isHeadRead = true
            return (.head(head), .none)
        }
        if readCount < chunks.count {
            let chunk = chunks[readCount]
            readCount += 1
            byteCount -= chunk.count
            if readCount == chunks.count || readCount > 64 {
                chunks.removeFirst(readCount)
                readCount = 0
            }
            guard isSuspended, byteCount < Self.mostBytes / 4 else { return (.chunk(chunk), .none) }
            isSuspended = false
            return (.chunk(chunk), .resume)
        }
        return (ending.map(Found.end), .none)
    }
}
