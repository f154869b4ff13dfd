import Synchronization
import Testing
import WebImage

@testable import WebImageTool

/// Incomplete output at the end of the process, whichever of the two comes first.
struct ScratchTests {
    /// A sink that only records if it was discarded.
    private final class Sink: DataCacheWriter {
        private let state = Atomic(false)
        var isDiscarded: Bool { state.load(ordering: .acquiring) }

        func append(_ bytes: RawSpan) throws(DiskError) {}
        func written() throws(DiskError) -> ByteBlock { ByteBlock(copying: []) }
        func commit() throws(DiskError) {}
        func discard() { state.store(true, ordering: .releasing) }
    }

    @Test func `the end gives up every sink that is still noted`() throws {
        let (scratch, sinks) = (Scratch(), (0..<3).map { _ in Sink() })
        let tickets = try sinks.map { sink in
            try scratch.add { () throws(DiskError) in sink }.ticket
        }
        scratch.remove(tickets[1])
        scratch.close()
        #expect(sinks.map(\.isDiscarded) == [true, false, true])
    }

    @Test func `a sink that is being made when the end comes gives itself up`() throws {
        let (scratch, sink) = (Scratch(), Sink())
        _ = try scratch.add { () throws(DiskError) in
            // `close` does not wait endlessly for a sink that is being made.
            scratch.close()
            return sink
        }
        #expect(sink.isDiscarded)
    }

    @Test func `behind the end no sink is made`() {
        let scratch = Scratch()
        scratch.close()
        var isMade = false
        #expect(throws: DiskError.self) {
            try scratch.add { () throws(DiskError) in
                isMade = true
                return Sink()
            }
        }
        #expect(!isMade)
    }
}
