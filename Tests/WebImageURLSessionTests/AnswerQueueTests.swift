import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline

@testable import WebImageURLSession

@Suite struct AnswerQueueTests {
    private func block(_ count: Int) -> ByteBlock {
        ByteBlock(copying: [UInt8](repeating: 1, count: count))
    }

    private let head = ResponseHead(url: "http://a/")

    @Test func `head, chunks and end come in that order, each once`() {
        var queue = AnswerQueue(canSuspend: true, limit: 100)
        guard queue.next().found == nil else {
            Issue.record("something was there at once")
            return
        }
        queue.receive(head)
        queue.receive(head)
        _ = queue.receive(block(1))
        _ = queue.receive(block(2))
        queue.end(nil)
        queue.end(CancellationError())
        var seen: [String] = []
        for _ in 0..<5 {
            switch queue.next().found {
            case .head: seen.append("head")
            case .chunk(let chunk): seen.append("\(chunk.count)")
            case .end(let error): seen.append(error == nil ? "end" : "error")
            case nil: seen.append("nothing")
            }
        }
        #expect(seen == ["head", "1", "2", "end", "end"])
    }

    @Test func `a full queue rests the task, an emptied one resumes it`() {
        var queue = AnswerQueue(canSuspend: true, limit: .max)
        queue.receive(head)
        _ = queue.next()
        var demands: [AnswerQueue.Demand] = []
        for _ in 0..<10 { demands.append(queue.receive(block(256 << 10))) }
        #expect(demands.filter { $0 == .suspend }.count == 1)
        #expect(demands[4] == .suspend)
        let onRead = (0..<10).map { _ in queue.next().demand }
        #expect(onRead.filter { $0 == .resume }.count == 1)
        #expect(onRead.last == .resume)
    }

    @Test func `more than the limit ends the task, read or not`() {
        var queue = AnswerQueue(canSuspend: false, limit: 10)
        #expect(queue.receive(block(10)) == .none)
        #expect(queue.receive(block(1)) == .cancel)
    }

    @Test func `an abort leaves nothing to read`() {
        var queue = AnswerQueue(canSuspend: true, limit: 100)
        queue.receive(head)
        _ = queue.receive(block(1))
        queue.abort(CancellationError())
        guard case .end(let error) = queue.next().found else {
            Issue.record("there is something to read")
            return
        }
        #expect(error is CancellationError)
        #expect(queue.receive(block(1)) == .none)
    }
}
