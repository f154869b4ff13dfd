import Testing
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

struct BacklogPlaceTests {
    private let gate = TransferGate(limit: 6, limitPerHost: 6, decoderCount: 1)

    private var counts: [Int] { [gate.backlog.count, gate.backlog.byteCount] }

    @Test func `a place is left once, at the latest with its last reference`() {
        var place: BacklogPlace? = BacklogPlace(byteCount: 100, in: gate)
        let other = BacklogPlace(byteCount: 10, in: gate)
        #expect(counts == [2, 110])
        other.leave()
        other.leave()
        #expect(counts == [1, 100])
        #expect(place != nil)
        place = nil
        #expect(counts == [0, 0])
    }

    @Test func `one that stands still keeps nobody waiting, whichever news comes last`() {
        let place = BacklogPlace(byteCount: 100, in: gate)
        place.note(NeedsUpdate(WorkNeeds(isSuspended: true), revision: 2))
        #expect(counts == [0, 0])
        place.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 1))
        #expect(counts == [0, 0])
        place.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 3))
        #expect(counts == [1, 100])
        place.note(NeedsUpdate(WorkNeeds(isSuspended: true), revision: 4))
        place.leave()
        place.note(NeedsUpdate(WorkNeeds(isSuspended: false), revision: 5))
        #expect(counts == [0, 0])
    }

    @Test func `a place is as keen as whoever waits for it is by now`() {
        let place = BacklogPlace(byteCount: 1 << 20, priority: .low, in: gate)
        #expect(gate.backlog.held == .low)
        place.note(NeedsUpdate(WorkNeeds(priority: .high), revision: 1))
        #expect(gate.backlog.held == .high)
        place.note(NeedsUpdate(WorkNeeds(priority: .normal, isSuspended: true), revision: 2))
        #expect(gate.backlog.held == nil)
        place.note(NeedsUpdate(WorkNeeds(priority: .normal), revision: 3))
        #expect(gate.backlog.held == .normal)
        place.leave()
        #expect(counts == [0, 0])
    }

    @Test func `while enough bodies wait, those for pixels are held back, and no others`()
        async throws
    {
        let place = BacklogPlace(byteCount: 1 << 20, in: gate)
        let (gate, pixels) = (gate, WorkNeeds(isForPixels: true))
        let picture = Task {
            try await gate.withSlot(host: "a", needs: .constant(pixels)) { true }
        }
        #expect(await eventually { gate.counts.waiting == 1 })
        #expect(try await gate.withSlot(host: "a") { 7 } == 7)
        #expect(gate.counts == (0, 1))
        place.leave()
        #expect(try await picture.value)
    }
}
