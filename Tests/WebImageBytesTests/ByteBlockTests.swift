import Synchronization
import Testing
import WebImageBytes

@Suite struct ByteBlockTests {
    private struct Refusal: Error {}

    /// A thread-safe counter.
    private final class Counter: Sendable {
        let count = Atomic(0)
        func add() { count.add(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    private func block(_ bytes: UInt8...) -> ByteBlock { ByteBlock(copying: bytes) }

    @Test func `an adopted buffer is released once, with the last reference`() {
        let counter = Counter()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: [7, 8, 9] as [UInt8])
        var first: ByteBlock? = ByteBlock(
            adopting: UnsafeRawBufferPointer(buffer), release: { counter.add() })
        var second = first
        #expect(first == block(7, 8, 9))
        first = nil
        #expect(counter.value == 0)
        #expect(second?.count == 3)
        second = nil
        #expect(counter.value == 1)
    }

    @Test func `memory of a library is handed back to it once`() {
        let counter = Counter()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 2, alignment: 1)
        memory.copyMemory(from: [5, 6] as [UInt8], byteCount: 2)
        var owner: ByteBlock? = ByteBlock(owning: memory, count: 2) {
            $0?.deallocate()
            counter.add()
        }
        #expect(owner == block(5, 6) && counter.value == 0)
        owner = nil
        #expect(counter.value == 1)
    }

    @Test func `a block holds as many bytes as were filled`() {
        let filled = ByteBlock(capacity: 8) { buffer in
            buffer[0] = 4
            buffer[1] = 5
            return 2
        }
        #expect(filled == block(4, 5))
    }

    @Test func `a failure while filling is passed on`() {
        #expect(throws: Refusal.self) {
            _ = try ByteBlock(capacity: 8) { _ throws(Refusal) in throw Refusal() }
        }
    }

    @Test func `blocks are joined in order`() {
        #expect(ByteBlock.joining([block(1), block(), block(2, 3)]) == block(1, 2, 3))
        #expect(ByteBlock.joining([]).count == 0)
    }

    @Test func `one block joined is that block`() {
        let only = block(1, 2)
        #expect(ByteBlock.joining([only]) === only)
    }

    @Test func `a span copied is equal and independent`() {
        let original = block(1, 2, 3, 4)
        let middle = original.withSpan { ByteBlock(copying: $0.extracting(1..<3)) }
        #expect(middle == block(2, 3))
        #expect(middle != original)
    }

    @Test func `an empty block has an empty span`() {
        #expect(block().withSpan { $0.byteCount } == 0)
        #expect(block() == ByteBlock(copying: [UInt8]()))
    }
}
