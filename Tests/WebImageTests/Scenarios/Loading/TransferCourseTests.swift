#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The reasons to reject a response by its head.
    enum Refusal: CaseIterable, Sendable {
        case status, filter, mediaType, length

        /// Returns the origin's reply: a head to be rejected, and a body that never ends.
        func reply(_ bench: FilterBench) -> OriginReply {
            let body = OriginReply(
                status: self == .status ? 500 : 200,
                headers: [("Content-Type", self == .mediaType ? "text/html" : "image/png")],
                body: FilterBench.noise)
            let reply = self == .filter ? body.header("ErrorCode", "100") : body
            return (self == .length ? reply.claimingLength(1 << 40) : reply).stalling(after: 1000)
        }

        /// Returns a request that rejects it.
        func request(_ bench: FilterBench, _ path: String = "/a.png") -> ImageRequest {
            var request = bench.job.request(path)
            request.progressInterval = .zero
            request.acceptedMediaTypes = ["image/png"]
            return request
        }
    }

    /// The events of a transfer from its head to its end, their number and their order.
    struct TransferCourseTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest { bench.job.request("/a.png") }

        @Test(.scenario("004-15"), arguments: Refusal.allCases)
        func `a refusal ends once for each caller and frees its slot`(
            refusal: Refusal
        ) async throws {
            bench.origin.reply("/a.png", with: refusal.reply(bench).held())
            bench.origin.reply("/b.png", with: bench.job.picture)
            let one = LoadLimits(maxTransfers: 1, maxTransfersPerHost: 1)
            let pipeline = try narrow(one)
            let readers = (0..<3).map { _ in ToldUpdates() }
            let queued = ToldUpdates()
            let (request, other) = (refusal.request(bench), bench.job.request("/b.png"))
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(request, from: pipeline) }
                }
                await bench.origin.waitUntil { $0.requestCount("/a.png") == 1 }
                group.addTask { await queued.read(other, from: pipeline) }
                #expect(await eventually { readers.allSatisfy { !$0.progress.isEmpty } })
                // Waiting for a slot reports no event yet.
                #expect(await eventually { pipeline.transferCounts.waiting == 1 })
                #expect(bench.origin.requestCount("/b.png") == 0)
                bench.origin.release("/a.png")
            }
            #expect(readers.allSatisfy { $0.error?.stage == "load" })
            #expect(bench.origin.requestCount("/a.png") == 1)
            #expect(try queued.results.first?.get().image.size.width == 40)
        }

        /// Returns a pipeline created with these limits of transfers.
        private func narrow(_ limits: LoadLimits) throws -> ImagePipeline {
            ImagePipeline(
                memory: bench.memory, disk: nil, loader: bench.pipeline().loader,
                interceptors: bench.filtered.interceptors, codecs: .installed,
                limits: PipelineLimits(load: limits), observers: [bench.trace])
        }

        @Test(.scenario("004-16"), arguments: Refusal.allCases)
        func `a refusal is told as begin, head, end, failure, once each`(
            refusal: Refusal
        ) async {
            bench.origin.reply("/a.png", with: refusal.reply(bench))
            _ = await bench.filtered.error(of: refusal.request(bench))
            // A transport rejects an excessive length before it delivers the head.
            let head = refusal == .length ? [] : ["responded"]
            #expect(bench.course == ["load"] + head + ["ended:load", "failed:load"])
        }

        @Test(.scenario("004-16")) func `the head that is told is the one that was judged`() async {
            bench.origin.reply("/a.png", with: Refusal.filter.reply(bench))
            _ = await bench.filtered.error(of: request)
            let statuses = bench.trace.events.compactMap { event in
                if case .responded(_, let head) = event { head.status } else { nil }
            }
            #expect(statuses == [444])
        }

        @Test(.scenario("004-17"))
        func `a success is told as begin, head, end, success, once each`() async throws {
            bench.origin.reply("/a.png", with: bench.job.picture)
            _ = try await bench.pipeline().image(for: request)
            #expect(bench.course == ["load", "responded", "ended", "succeeded"])
        }

        @Test(.scenario("004-18"), arguments: Refusal.allCases)
        func `after a refusal nothing is told any more`(refusal: Refusal) async {
            bench.origin.reply("/a.png", with: refusal.reply(bench))
            var request = refusal.request(bench)
            request.previews = .all
            let told = ToldUpdates()
            await told.read(request, from: bench.filtered)
            let course = bench.course
            #expect(await bench.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(told.progress.allSatisfy { $0.receivedByteCount == 0 })
            #expect(told.previewCount == 0)
            #expect(told.error?.stage == "load")
            #expect(bench.course == course)
            #expect(bench.isEmpty)
        }

        @Test(.scenario("004-21"))
        func `a cancel between head and first byte ends once and closes`() async {
            bench.origin.reply("/a.png", with: bench.job.picture.held(after: 0))
            let (pipeline, request, bench) = (bench.pipeline(), request, bench)
            let task = Task { await pipeline.error(of: request)?.stage }
            #expect(await eventually { bench.course == ["load", "responded"] })
            task.cancel()
            #expect(await task.value == "cancelled")
            #expect(await eventually { bench.course.count == 4 })
            #expect(bench.course.prefix(2) == ["load", "responded"])
            // A thread that still reports the head reports the end after it; the caller does not
            // wait for it.
            #expect(bench.course.suffix(2).sorted() == ["ended:cancelled", "failed:cancelled"])
            #expect(await bench.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(bench.isEmpty)
        }

        @Test(.scenario("004-22")) func `an answer that comes after the cancel is not told`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.job.picture.held())
            let (pipeline, request) = (bench.pipeline(), request)
            let task = Task { await pipeline.error(of: request)?.stage }
            await bench.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            task.cancel()
            #expect(await task.value == "cancelled")
            bench.origin.release("/a.png")
            #expect(bench.isEmpty)
            // After the bytes that came too late, another picture is loaded.
            bench.origin.reply("/b.png", with: bench.job.picture)
            _ = try await pipeline.image(for: bench.job.request("/b.png"))
            #expect(
                bench.course == [
                    "load", "ended:cancelled", "failed:cancelled",
                    "load", "responded", "ended", "succeeded",
                ])
        }

        @MainActor @Test(.scenario("004-26")) func `no part of a load waits for the main actor`() {
            bench.origin.reply("/a.png", with: bench.job.picture)
            let (pipeline, request) = (bench.pipeline(), request)
            let isDone = DispatchSemaphore(value: 0)
            let load = Task.detached {
                defer { isDone.signal() }
                for await _ in pipeline.updates(for: request) {}
            }
            // Nothing else runs on the main actor until the load has ended.
            #expect(isDone.wait(timeout: .now() + 60) == .success)
            load.cancel()
            #expect(bench.course == ["load", "responded", "ended", "succeeded"])
        }

        @MainActor @Test(.scenario("004-26"))
        func `a transfer is told in its order, and not on its caller's main actor`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.job.picture)
            let threads = ThreadObserver()
            var pipeline = bench.pipeline()
            pipeline.observers = [threads]
            #expect(MainQueue.isCurrent)
            _ = try await pipeline.image(for: request)
            #expect(threads.told.map(\.word) == ["load", "responded", "ended"])
            #expect(threads.told.allSatisfy { !$0.isMain })
        }
    }

    /// An observer that records the events of a transfer, and if they arrive on the main actor.
    private final class ThreadObserver: PipelineObserver {
        private let state = SharedValue<[(word: String, isMain: Bool)]>([])
        var told: [(word: String, isMain: Bool)] { state.value }

        func observe(_ event: PipelineEvent) {
            let isMain = MainQueue.isCurrent
            switch event {
            case .load: state.add(("load", isMain))
            case .responded: state.add(("responded", isMain))
            case .loadEnded: state.add(("ended", isMain))
            default: break
            }
        }
    }
#endif
