import Testing
import WebImageCaching
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

struct DecodeBacklogTests {
    private static let megabyte = 1 << 20
    private var backlog = DecodeBacklog(decoderCount: 4)

    @Test mutating func `before anything is known half a megabyte for each decoder is enough`() {
        for _ in 0..<7 { backlog.add(byteCount: 256 << 10) }
        #expect(backlog.held == nil)
        backlog.add(byteCount: 256 << 10)
        #expect(backlog.held == .normal)
        backlog.remove(byteCount: 256 << 10)
        #expect(backlog.held == nil)
    }

    @Test mutating func `however large they are, there is one for each decoder`() {
        for _ in 0..<3 { backlog.add(byteCount: 50 * Self.megabyte) }
        #expect(backlog.held == nil)
        backlog.add(byteCount: 1)
        #expect(backlog.held == .normal)
    }

    @Test mutating func `for each priority only what is as keen counts`() {
        for _ in 0..<4 { backlog.add(byteCount: Self.megabyte, .low) }
        #expect(backlog.held == .low)
        for _ in 0..<3 { backlog.add(byteCount: Self.megabyte, .high) }
        #expect(backlog.held == .low)
        backlog.add(byteCount: 1, .normal)
        #expect(backlog.held == .normal)
        backlog.add(byteCount: 1, .high)
        #expect(backlog.held == .high)
        backlog.remove(byteCount: Self.megabyte, .high)
        #expect(backlog.held == .normal)
        #expect([backlog.count, backlog.byteCount] == [8, 6 * Self.megabyte + 2])
    }

    @Test mutating func `enough is what all decoders take while a transfer lasts`() {
        backlog.transferred(in: .milliseconds(100))
        backlog.decoded(byteCount: Self.megabyte, in: .milliseconds(10))
        #expect(abs(backlog.enough - 40 * Self.megabyte) < 1024)
    }

    @Test mutating func `near origins and slow decoders need no more than the least`() {
        backlog.transferred(in: .milliseconds(1))
        backlog.decoded(byteCount: Self.megabyte, in: .milliseconds(100))
        #expect(backlog.enough == 2 * Self.megabyte)
    }

    @Test mutating func `what was of late counts more than what was before`() {
        for _ in 0..<100 {
            backlog.transferred(in: .milliseconds(800))
            backlog.decoded(byteCount: Self.megabyte, in: .milliseconds(10))
        }
        #expect(backlog.enough > 300 * Self.megabyte)
        for _ in 0..<40 { backlog.transferred(in: .milliseconds(50)) }
        #expect(backlog.enough < 25 * Self.megabyte)
    }

    @Test mutating func `absurd times and sizes overflow nothing`() {
        backlog.transferred(in: .seconds(Int64.max / 2))
        backlog.transferred(in: .seconds(-1))
        backlog.decoded(byteCount: .max, in: .zero)
        #expect(backlog.enough == 2 * Self.megabyte)
        backlog.decoded(byteCount: .max, in: .nanoseconds(1))
        #expect(backlog.enough > 0)
        var many = DecodeBacklog(decoderCount: .max)
        many.add(byteCount: .max)
        #expect(many.held == nil)
        #expect(many.enough > 0)
    }
}

struct BacklogEntryTests {
    private let gate: Gate
    private let backlog: SharedBacklog

    init() {
        gate = Gate(capacity: 6, limitPerGroup: 6)
        backlog = SharedBacklog(decoderCount: 1, transfers: gate)
    }

    private var counts: [Int] { [backlog.current.count, backlog.current.byteCount] }

    @Test func `an entry ends once, at the latest with its last reference`() {
        var entry: BacklogEntry? = BacklogEntry(byteCount: 100, in: backlog)
        let other = BacklogEntry(byteCount: 10, in: backlog)
        #expect(counts == [2, 110])
        other.end()
        other.end()
        #expect(counts == [1, 100])
        #expect(entry != nil)
        entry = nil
        #expect(counts == [0, 0])
    }

    @Test func `one that stands still keeps nobody waiting, whichever news comes last`() {
        let entry = BacklogEntry(byteCount: 100, in: backlog)
        entry.note(NeedsUpdate(WorkNeeds(isSuspended: true), revision: 2))
        #expect(counts == [0, 0])
        entry.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 1))
        #expect(counts == [0, 0])
        entry.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 3))
        #expect(counts == [1, 100])
        entry.note(NeedsUpdate(WorkNeeds(isSuspended: true), revision: 4))
        entry.end()
        entry.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 5))
        #expect(counts == [0, 0])
    }

    @Test func `an entry is as keen as whoever waits for it is by now`() {
        let entry = BacklogEntry(byteCount: 1 << 20, priority: .low, in: backlog)
        #expect(backlog.current.held == .low)
        entry.note(NeedsUpdate(WorkNeeds(priority: .high), revision: 1))
        #expect(backlog.current.held == .high)
        entry.note(NeedsUpdate(WorkNeeds(priority: .normal, isSuspended: true), revision: 2))
        #expect(backlog.current.held == nil)
        entry.note(NeedsUpdate(WorkNeeds(priority: .normal), revision: 3))
        #expect(backlog.current.held == .normal)
        entry.end()
        #expect(counts == [0, 0])
    }

    @Test func `while enough bodies wait, those for pixels are held back, and no others`()
        async throws
    {
        let entry = BacklogEntry(byteCount: 1 << 20, in: backlog)
        let (gate, pixels) = (gate, NeedsSource.constant(WorkNeeds(isForPixels: true)))
        let picture = Task {
            try await gate.withSlot(group: "a", pixels) { _ in true }
        }
        #expect(await eventually { gate.slotCounts.waiting == 1 })
        #expect(try await gate.withSlot(group: "a") { _ in 7 } == 7)
        #expect(gate.slotCounts == (0, 1))
        entry.end()
        #expect(try await picture.value)
    }
}
