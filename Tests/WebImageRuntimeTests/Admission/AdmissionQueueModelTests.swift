import TestSupport
import Testing
import WebImageRuntime

/// The queue compared with a plain list, in all short histories and some long ones.
@Suite struct AdmissionQueueModelTests {
    /// Tests every sequence of four steps over two groups and two priorities, in both orders.
    @Test(
        arguments: [
            (1, 1, false), (2, 1, false), (2, 2, false), (3, 2, false), (1, 1, true), (2, 2, true),
            (3, 2, true),
        ], TransferOrder.allCases)
    func `in every short history of slots the queue agrees with its description`(
        _ limits: (all: Int, perGroup: Int, reservesSlot: Bool), _ order: TransferOrder
    ) {
        var walk = HistoryWalk()
        let rules = AdmissionRules(
            capacity: limits.all, limitPerGroup: limits.perGroup, order: order,
            reservesSlot: limits.reservesSlot)
        walk.explore(QueueBesideModel(rules, .slots), depth: 4)
        #expect(walk.disagreements == [])
        #expect(walk.stepCount > 5_000)
    }

    /// Tests every sequence of four steps with small, large and oversized requests.
    @Test(arguments: [(1, false), (4, false), (4, true)])
    func `in every short history of amounts the queue agrees with its description`(
        _ capacity: Int, _ reservesHalf: Bool
    ) {
        var walk = HistoryWalk()
        let rules = AdmissionRules(capacity: capacity, reservesHalf: reservesHalf)
        walk.explore(QueueBesideModel(rules, .amounts), depth: 4)
        #expect(walk.disagreements == [])
        #expect(walk.stepCount > 10_000)
    }

    /// Tests all features that a gate of the pipeline uses, at one gate.
    @Test(arguments: 0..<32 as Range<UInt64>, TransferOrder.allCases)
    func `in long histories of everything the queue agrees with its description`(
        _ seed: UInt64, _ order: TransferOrder
    ) {
        var random = SplitMix(state: seed)
        let rules = AdmissionRules(
            capacity: 4, limitPerGroup: 2, order: order, reservesHalf: seed % 2 == 1,
            reservesSlot: seed % 4 == 2)
        var model = QueueBesideModel(rules, .everything)
        var disagreements: Set<String> = []
        for _ in 0..<300 {
            guard let step = model.steps.randomElement(using: &random) else { break }
            if let disagreement = model.take(step) { disagreements.insert(disagreement) }
        }
        #expect(disagreements == [])
    }
}
