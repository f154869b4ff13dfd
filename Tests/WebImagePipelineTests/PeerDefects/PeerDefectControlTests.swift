import Synchronization
import TestSupport
import Testing
import WebImageCoding
import WebImagePixels
import WebImagePrefetch
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline
@testable import WebImageRuntime

/// Defects fixed in other libraries: starting, steering and ending loads.
struct PeerDefectControlTests {
    let url = "http://origin.test/a.bmp"

    // The defect: a task that ended at once stayed in the table, its stream was empty, and its
    // start was reported after its end.
    @Test func `a hit in memory leaves nothing behind, and nothing follows its end`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        for _ in 0..<100 {
            test.trace.reset()
            _ = try await test.pipeline.image(for: ImageRequest(url))
            #expect(test.trace.words == ["memory", "succeeded", "measured"])
            #expect(test.pipeline.work == PipelineWork())
            var updates: [String] = []
            for await update in test.pipeline.updates(for: ImageRequest(url)) {
                if case .finished(.success(let response)) = update {
                    updates.append("finished \(response.origin)")
                } else {
                    updates.append("\(update)")
                }
                #expect(test.pipeline.work == PipelineWork())
            }
            #expect(updates == ["finished memory"])
        }
        #expect(test.loader.loadCount == 1)
    }

    // The defect: priorities set one after the other arrived in another order.
    @Test(arguments: LoadPriority.allCases)
    func `of priorities set one after the other the last one counts`(
        last: LoadPriority
    ) async throws {
        let limits = LoadLimits(maxTransfers: 1, maxTransfersPerHost: 1)
        let test = TestPipeline(isFrozen: true, limits: PipelineLimits(load: limits))
        let pipeline = test.pipeline
        async let first = pipeline.image(for: "http://origin.test/first")
        #expect(await eventually { test.loader.loadCount == 1 })
        let controls = (0..<20).map { _ in LoadControl() }
        try await withThrowingTaskGroup { group in
            for control in controls {
                var request = ImageRequest(url)
                request.control = control
                // Each waits by itself.
                request.headers["X-Number"] = "\(ObjectIdentifier(control))"
                let fixed = request
                group.addTask { _ = try await pipeline.image(for: fixed) }
                // While it starts, waits, and is passed from shared work to the gate.
                group.addTask {
                    for number in 0..<60 {
                        control.priority = LoadPriority.allCases[number % 3]
                        if number % 7 == 0 { await Task.yield() }
                    }
                    control.priority = last
                }
            }
            #expect(await eventually { pipeline.waitingTransferCount(last) == controls.count })
            test.loader.thaw()
            try await group.waitForAll()
        }
        _ = try await first
    }

    // The defect: changes to a batch did not reach its URLs that had not begun.
    @Test func `a prefetch that waits for its place is raised, and ended, before it begins`()
        async throws
    {
        let limits = LoadLimits(maxTransfers: 1, maxTransfersPerHost: 1)
        let test = TestPipeline(isFrozen: true, limits: PipelineLimits(load: limits))
        let pipeline = test.pipeline
        async let first = pipeline.image(for: "http://origin.test/first")
        #expect(await eventually { test.loader.loadCount == 1 })
        let control = LoadControl()
        var steered = ImageRequest(url)
        steered.control = control
        let batch = pipeline.prefetch([steered, ImageRequest("http://origin.test/other")])
        #expect(await eventually { pipeline.waitingTransferCount(.low) == 2 })
        control.priority = .high
        #expect(pipeline.waitingTransferCount(.high) == 1)
        batch.cancel()
        #expect(await eventually { pipeline.work.queued == 0 })
        test.loader.thaw()
        _ = try await first
        #expect(await batch.end().cancelled == 2)
        #expect(test.loader.loadCount == 1)
    }

    // The defect: of two callers that began a URL at the same moment, one never got a result.
    @Test func `of two who begin a URL at the same moment, both are told`() async throws {
        let test = TestPipeline()
        let pipeline = test.pipeline
        for round in 0..<400 {
            let request = ImageRequest("http://origin.test/\(round)")
            let start = StartLine()
            let widths = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        start.count.add(1, ordering: .acquiringAndReleasing)
                        // Until both are ready, but not for ever on one processor.
                        for _ in 0..<2_000 where start.count.load(ordering: .acquiring) < 2 {}
                        return try await pipeline.image(for: request).image.size.width
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(widths == [12, 12])
            #expect(test.loader.loadCount == round + 1)
        }
        #expect(pipeline.work == PipelineWork())
    }

    // The defect: a buffer was appended to while others read it.
    @Test func `who looks at a body keeps what it saw while more bytes come`() async {
        let body = BodyBuffer()
        let chunks = (0..<600).map { number in
            // Small chunks, which are copied together, and large ones, which are not.
            ByteBlock(
                copying: [UInt8](
                    repeating: UInt8(truncatingIfNeeded: number),
                    count: number % 50 == 0 ? 20_000 : 97))
        }
        let whole = chunks.flatMap(\.array)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    var seen: [ByteBlock] = []
                    var count = 0
                    while count < whole.count {
                        let blocks = body.bytes(from: count, limit: 10_000)
                        count += blocks.reduce(0) { $0 + $1.count }
                        seen += blocks
                        if blocks.isEmpty { await Task.yield() }
                    }
                    // Concatenates all that was handed out, after the last byte.
                    #expect(seen.flatMap(\.array) == whole)
                }
            }
            for chunk in chunks {
                body.append(chunk)
                await Task.yield()
            }
        }
    }
}

/// The number of tasks that are ready to begin.
private final class StartLine: Sendable {
    let count = Atomic(0)
}

extension TraceObserver {
    /// The names of the events.
    fileprivate var words: [String] {
        events.map { String(describing: $0).prefix { $0.isLetter }.description }
    }
}
