import WebImageCaching
import WebImageCoding

/// The unread parts of a response: a pure state machine, driven by ``SessionAnswer``.
struct AnswerQueue: Sendable {
    /// The next item for the reader.
    enum Found: Sendable {
        case head(ResponseHead)
        case chunk(ByteBlock)
        case end((any Error)?)
    }

    /// The operation on the task that a change requires.
    enum Demand: Sendable {
        case none
        case suspend
        case resume
        case cancel
    }

    /// The number of unread bytes above which the task is suspended; it is resumed below a quarter.
    private static let mostBytes = 1 << 20

    /// `true` if a suspended task continues its transfer when it is resumed.
    let canSuspend: Bool
    /// The largest body in bytes, read and unread bytes together.
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

    /// `true` if later events change nothing.
    var isOver: Bool { ending != nil }

    /// Stores the head of the response; later heads are ignored.
    mutating func receive(_ head: ResponseHead) {
        if self.head == nil, !isOver { self.head = head }
    }

    /// Appends bytes of the body.
    mutating func receive(_ chunk: ByteBlock) -> Demand {
        guard !isOver, chunk.count > 0 else { return .none }
        chunks.append(chunk)
        byteCount += chunk.count
        receivedCount += chunk.count
        // The reader throws at the chunk that exceeds the limit; no more chunks are kept.
        if receivedCount > limit { return .cancel }
        guard canSuspend, byteCount > Self.mostBytes, !isSuspended else { return .none }
        isSuspended = true
        return .suspend
    }

    /// Ends the response; later ends are ignored.
    mutating func end(_ error: (any Error)?) { if !isOver { ending = .some(error) } }

    /// Ends the response and discards its unread parts.
    mutating func abort(_ error: any Error) {
        ending = .some(error)
        isHeadRead = true
        chunks = []
        readCount = 0
    }

    /// Returns the next item, nil if none has arrived yet.
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
