import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImageRuntime

/// The combined needs of many callers that come, change and leave.
struct NeedsTallyTests {
    @Test(arguments: 1...50)
    func `the union is that of those who are there`(seed: UInt64) {
        var random = Generator(state: seed)
        var (tally, there) = (NeedsTally(), [WorkNeeds]())
        for _ in 0..<200 {
            let needs = randomNeeds(&random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where there.count > 1:
                tally.remove(there.remove(at: .random(in: there.indices, using: &random)))
            case 1 where !there.isEmpty:
                let index = Int.random(in: there.indices, using: &random)
                tally.replace(there[index], by: needs)
                there[index] = needs
            default:
                tally.add(needs)
                there.append(needs)
            }
            #expect(tally.union == there.dropFirst().reduce(there[0]) { $0.union($1) })
        }
    }

    @Test func `what the last one needed stays known when it leaves`() {
        var tally = NeedsTally()
        let needs = WorkNeeds(priority: .high, keeping: StorePlan(memory: true))
        tally.add(needs)
        tally.remove(needs)
        #expect(tally.union == needs)
        tally.add(WorkNeeds(priority: .low))
        #expect(tally.union == WorkNeeds(priority: .low))
    }

    private func randomNeeds(_ random: inout Generator) -> WorkNeeds {
        WorkNeeds(
            priority: .allCases.randomElement(using: &random) ?? .normal,
            keeping: StorePlan(
                memory: .random(using: &random), original: .random(using: &random)),
            previewInterval: [nil, .zero, .seconds(1)].randomElement(using: &random) ?? nil,
            isSuspended: .random(using: &random))
    }
}
