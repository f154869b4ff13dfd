import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// The order of a transfer's events.
struct TransferEventsTests {
    private let key: CacheKey

    init() async throws {
        key = try await TestPipeline().pipeline.prepare(ImageRequest("http://origin.test/a.bmp"))
            .dataKey
    }

    private func head(_ status: Int) -> PipelineEvent {
        .responded(key: key, head: ResponseHead(url: "http://origin.test/a.bmp", status: status))
    }

    private var end: PipelineEvent { .loadEnded(key: key, byteCount: 0, error: nil) }

    private func word(_ event: PipelineEvent) -> String {
        switch event {
        case .responded(_, let head): "\(head.status)"
        case .loadEnded: "end"
        default: "?"
        }
    }

    @Test func `nothing is told after the end`() {
        let told = Locked<[String]>([])
        let events = TransferEvents()
        let tell = { (event: PipelineEvent) in told.change { $0.append(word(event)) } }
        events.add(head(1), report: tell)
        events.add(end, isLast: true, report: tell)
        events.add(head(2), report: tell)
        events.add(end, isLast: true, report: tell)
        #expect(told.value == ["1", "end"])
    }

    @Test func `what happens while something is told is told after it`() {
        let told = Locked<[String]>([])
        let events = TransferEvents()
        events.add(head(1)) { event in
            if told.value.isEmpty {
                events.add(end, isLast: true) { _ in told.change { $0.append("out of turn") } }
            }
            told.change { $0.append(word(event)) }
        }
        #expect(told.value == ["1", "end"])
    }

    @Test func `of a hundred ends at once one is told, and nothing after it`() async {
        for _ in 0..<50 {
            let told = Locked<[String]>([])
            let events = TransferEvents()
            await withTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        let event = number.isMultiple(of: 2) ? end : head(number)
                        events.add(event, isLast: number.isMultiple(of: 2)) { event in
                            told.change { $0.append(word(event)) }
                        }
                    }
                }
            }
            #expect(told.value.filter { $0 == "end" }.count == 1)
            #expect(told.value.last == "end")
        }
    }
}
