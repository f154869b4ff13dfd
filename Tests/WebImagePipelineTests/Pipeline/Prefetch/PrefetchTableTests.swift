import Testing
import WebImageCaching
import WebImagePipeline

/// The state of a batch, without loads.
struct PrefetchTableTests {
    private struct Failure: Error {}

    /// Admits a URL whose name is its key.
    private func admit(_ name: String, to table: inout PrefetchTable) -> PrefetchTable.ID? {
        table.admit(key: Fingerprint(name), source: Fingerprint(name))
    }

    @Test func `each end counts as what it is`() {
        var table = PrefetchTable(total: 4)
        for index in 1...4 { #expect(admit("\(index)", to: &table) == UInt64(index)) }
        table.end(1, .done(byteCount: 7))
        table.end(2, .skipped)
        table.end(3, .failed(.notCached))
        table.end(4, .cancelled)
        let progress = table.progress
        #expect(
            [progress.done, progress.skipped, progress.failed, progress.cancelled]
                == [1, 1, 1, 1])
        #expect(progress.byteCount == 7)
        #expect(progress.fraction == 1)
        #expect(!progress.isEnded)
        table.exhaust(nil)
        #expect(table.progress.isEnded)
    }

    @Test func `an end counts once`() {
        var table = PrefetchTable(total: nil)
        _ = admit("a", to: &table)
        table.end(1, .skipped)
        table.end(1, .failed(.notCached))
        table.end(9, .skipped)
        #expect(table.progress.ended == 1)
    }

    @Test func `a reported outcome counts as it is, also if the batch is cancelled meanwhile`() {
        var table = PrefetchTable(total: 2)
        for index in 1...2 { _ = admit("\(index)", to: &table) }
        let isReported = table.report(1, .failed(.notCached))
        #expect(isReported)
        let cancelled = table.cancelAll()
        #expect(cancelled.count == 2)
        #expect(table.progress.failed == 1)
        #expect(table.progress.cancelled == 1)
        #expect(!table.progress.isEnded)
        let again = table.cancelAll()
        #expect(again.isEmpty)
        #expect(admit("3", to: &table) == nil)
        table.end(1, .failed(.notCached))
        #expect(table.progress.isEnded)
        #expect(table.progress.ended == 2)
        let isLate = table.report(1, .skipped)
        #expect(!isLate)
    }

    @Test func `a duplicate counts once, and takes one off the total`() {
        var table = PrefetchTable(total: 3)
        #expect(admit("a", to: &table) == 1)
        #expect(admit("a", to: &table) == nil)
        table.end(1, .skipped)
        #expect(admit("a", to: &table) == nil)
        #expect(table.progress.total == 1)
        #expect(table.progress.ended == 1)
    }

    @Test func `the total is known at the end`() {
        var table = PrefetchTable(total: nil)
        _ = admit("a", to: &table)
        _ = admit("b", to: &table)
        table.end(1, .skipped)
        #expect(table.progress.total == nil)
        #expect(table.progress.fraction == nil)
        table.exhaust(nil)
        #expect(table.progress.total == 2)
        #expect(!table.progress.isEnded)
        table.end(2, .skipped)
        #expect(table.progress.isEnded)
    }

    @Test func `an empty batch has ended when it is read`() {
        var table = PrefetchTable(total: 0)
        table.exhaust(nil)
        #expect(table.progress.isEnded)
        #expect(table.progress.fraction == 1)
    }

    @Test func `a source that fails ends the batch behind those under way`() {
        var table = PrefetchTable(total: nil)
        _ = admit("a", to: &table)
        table.exhaust(Failure())
        table.exhaust(nil)
        #expect(table.progress.sourceFailure is Failure)
        #expect(!table.progress.isEnded)
        table.end(1, .skipped)
        #expect(table.progress.isEnded)
    }

    @Test func `cancelling names what is under way, and stops what is still to come`() {
        var table = PrefetchTable(total: 3)
        _ = admit("a", to: &table)
        _ = admit("b", to: &table)
        #expect(table.cancel(Fingerprint("b")) == [2])
        #expect(table.cancel(Fingerprint("c")).isEmpty)
        #expect(table.progress.cancelled == 0)
        table.end(2, .cancelled)
        #expect(admit("c", to: &table) == nil)
        #expect(table.progress.cancelled == 2)
        #expect(table.runningCount == 1)
    }

    @Test func `cancelling all ends the batch at once`() {
        var table = PrefetchTable(total: 9)
        _ = admit("a", to: &table)
        _ = admit("b", to: &table)
        #expect(table.cancelAll().sorted() == [1, 2])
        #expect(table.progress.isEnded)
        #expect(table.progress.cancelled == 2)
        table.end(1, .done(byteCount: 1))
        #expect(table.progress.done == 0)
        #expect(admit("c", to: &table) == nil)
        #expect(table.cancelAll().isEmpty)
        #expect(table.cancel(Fingerprint("a")).isEmpty)
    }

    @Test func `what it remembers is bounded however long the batch`() {
        var prints = RecentFingerprints(span: 1000)
        var newCount = 0
        for index in 0..<100_000 where prints.insert(Fingerprint(index)) { newCount += 1 }
        #expect(newCount == 100_000)
        #expect(prints.count <= 2002)
        // The last thousand are certainly known, the first ones are forgotten.
        for index in 99_000..<100_000 {
            let isNew = prints.insert(Fingerprint(index))
            #expect(!isNew)
        }
        let isForgotten = prints.insert(Fingerprint(0))
        #expect(isForgotten)
        #expect(prints.count <= 2002)
    }

    @Test func `random schedules keep the books`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var table = PrefetchTable(total: nil)
            var running: Set<UInt64> = []
            var (admitted, ended) = (0, 0)
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                switch Int.random(in: 0..<8, using: &random) {
                case 0..<4:
                    let name = "\(Int.random(in: 0..<30, using: &random))"
                    let cancelled = table.progress.cancelled
                    if let id = admit(name, to: &table) {
                        #expect(running.insert(id).inserted)
                        admitted += 1
                    } else if table.progress.cancelled > cancelled {
                        (admitted, ended) = (admitted + 1, ended + 1)
                    }
                case 4..<7:
                    guard let id = running.randomElement(using: &random) else { continue }
                    running.remove(id)
                    table.end(id, Bool.random(using: &random) ? .skipped : .failed(.notCached))
                    ended += 1
                default: _ = table.cancel(Fingerprint("\(Int.random(in: 0..<30, using: &random))"))
                }
                #expect(table.runningCount == running.count)
                #expect(table.progress.ended == ended)
                #expect(ended + running.count == admitted)
            }
            table.exhaust(nil)
            #expect(table.progress.total == admitted)
            for id in running { table.end(id, .skipped) }
            #expect(table.progress.isEnded)
            #expect(table.progress.ended == admitted)
        }
    }
}
