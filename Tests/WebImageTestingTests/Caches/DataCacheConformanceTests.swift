import Dispatch
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

struct DataCacheConformanceTests {
    private func conformance(of flaw: Flaw?) -> DataCacheConformance {
        let places = Shelf.Places()
        // Limits the wait for a cache that never expires an entry.
        return DataCacheConformance(
            patience: flaw == .judgesOnce ? .seconds(4) : .seconds(300),
            limited: { FlawedCache(flaw, in: $0, of: places, maxBytes: $1) },
            { FlawedCache(flaw, in: $0, of: places) })
    }

    @Test func `trials have names of their own, and each finds a flaw`() {
        let names = DataCacheConformance.trials.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names == Flaw.allCases.map(\.rawValue))
    }

    @Test(arguments: DataCacheConformance.trials)
    func `a cache without a flaw conforms`(_ trial: DataCacheTrial) async {
        let violations = await conformance(of: nil).violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: Flaw.allCases)
    func `a cache that breaks a promise is found out`(_ flaw: Flaw) async throws {
        let trial = try #require(
            DataCacheConformance.trials.first { $0.name == flaw.rawValue })
        let violations = await conformance(of: flaw).violations(in: trial)
        #expect(!violations.isEmpty)
        #expect(violations.allSatisfy { $0.trial == flaw.rawValue })
    }

    @Test func `a cache without limits isn't tried for any`() async {
        let places = Shelf.Places()
        let kit = DataCacheConformance { FlawedCache(.ignoresLimit, in: $0, of: places) }
        let violations = await kit.violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `a cache that can't be opened is told about`() async throws {
        let trial = try #require(DataCacheConformance.trials.first)
        let kit = DataCacheConformance { place throws(DiskError) in
            throw DiskError("cannot open", path: place, code: 5)
        }
        let violations = await kit.violations(in: trial)
        #expect(violations.count == 1)
        #expect(violations.first?.description.contains("cannot open") == true)
    }

    @Test func `a cache that hangs is told about`() async throws {
        let trial = try #require(DataCacheConformance.trials.first)
        let gate = Gate()
        let places = Shelf.Places()
        let kit = DataCacheConformance(patience: .milliseconds(20)) { place in
            gate.wait()
            return FlawedCache(nil, in: place, of: places)
        }
        let violations = await kit.violations(in: trial)
        gate.open()
        #expect(violations.first?.reason.contains("took longer") == true)
    }
}

/// A gate that blocks threads until it is opened.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Blocks until the gate is open; each thread wakes the next one.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}
