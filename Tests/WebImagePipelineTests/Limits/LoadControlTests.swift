import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Raising, suspending, resuming and cancelling loads that have begun.
struct LoadControlTests {
    let url = "http://origin.test/a.bmp"

    private func limits(_ count: Int = 1) -> PipelineLimits {
        PipelineLimits(load: LoadLimits(maxTransfers: count, maxTransfersPerHost: count))
    }

    private func request(_ url: String, _ control: LoadControl? = nil) -> ImageRequest {
        var request = ImageRequest(url)
        request.control = control
        return request
    }

    @Test func `a raised request goes before those that came earlier`() async throws {
        let log = OrderLog()
        let test = log.pipeline(limits: limits())
        let control = LoadControl(priority: .low)
        let requests = ["1", "2", "3"].map {
            request("http://origin.test/\($0)", $0 == "3" ? control : nil)
        }
        let tasks = await queue(requests, test)
        control.priority = .high
        test.loader.thaw()
        for task in tasks { _ = try await task.value }
        #expect(log.paths == ["1", "3", "2"])
    }

    @Test func `shared work is as urgent as its keenest caller, while that one waits`() async throws
    {
        let log = OrderLog()
        let test = log.pipeline(limits: limits())
        var tasks = await queue(["1", "2", "3"].map { request("http://origin.test/\($0)") }, test)
        let control = LoadControl(priority: .high)
        let keen = request("http://origin.test/3", control)
        tasks.append(Task { [test] in try await test.pipeline.image(for: keen) })
        // The priority of a caller that joins is applied after joining.
        #expect(await eventually { test.pipeline.waitingTransferCount(.high) == 1 })
        var other = request("http://origin.test/4")
        other.priority = .low
        tasks += await queue([other], test, after: 3)
        test.loader.thaw()
        for task in tasks { _ = try await task.value }
        #expect(log.paths == ["1", "3", "2", "4"])
    }

    @Test func `when the keenest leaves, nothing sinks below what others want`() async throws {
        let log = OrderLog()
        let test = log.pipeline(limits: limits())
        var requests = ["1", "2", "3"].map { request("http://origin.test/\($0)") }
        requests[2].priority = .low
        let tasks = await queue(requests, test)
        let control = LoadControl(priority: .high)
        let keen = request("http://origin.test/3", control)
        let leaver = Task { [test] in await Result { try await test.pipeline.image(for: keen) } }
        #expect(await eventually { test.pipeline.work.waiters == 7 })
        control.cancel()
        let left = await leaver.value
        #expect(throws: ImageError.self) { try left.get() }
        test.loader.thaw()
        for task in tasks { _ = try await task.value }
        #expect(log.paths == ["1", "2", "3"])
    }

    @Test func `all loads of a pipeline and its copies end at once, later ones load`() async throws
    {
        let test = TestPipeline(isFrozen: true)
        let copy = test.pipeline
        let images = await queue([request(url), request("http://origin.test/b.bmp")], test)
        let bytes = Task { try await copy.data(for: "http://origin.test/c.bmp") }
        #expect(await eventually { test.loader.loadCount == 3 })
        copy.cancelAll()
        for task in images {
            let error = await #expect(throws: ImageError.self) { try await task.value }
            #expect(error?.stage == "cancelled")
        }
        let error = await #expect(throws: ImageError.self) { try await bytes.value }
        #expect(error?.stage == "cancelled")
        #expect(await eventually { test.pipeline.work.admitted == 0 && copy.runningCount == 0 })
        test.loader.thaw()
        #expect(try await copy.image(for: url).origin == .network)
    }

    @Test func `a suspended pipeline begins no transfer, and its caches answer`() async throws {
        let test = TestPipeline()
        let copy = test.pipeline
        _ = try await test.pipeline.image(for: url)
        test.pipeline.memory.removeAll()
        copy.isSuspended = true
        #expect(test.pipeline.isSuspended)
        #expect(try await test.pipeline.image(for: url).origin == .disk)
        let tasks = await queue([request("http://origin.test/b.bmp")], test)
        #expect(test.pipeline.work.queued == 1)
        #expect(test.loader.loadCount == 1)
        copy.isSuspended = false
        #expect(try await tasks[0].value.origin == .network)
    }

    @Test func `a suspended load that waits takes no slot`() async throws {
        let log = OrderLog()
        let test = log.pipeline(limits: limits())
        test.loader.thaw()
        let control = LoadControl(isSuspended: true)
        let sleeping = request("http://origin.test/1", control)
        let sleeper = Task { try await test.pipeline.image(for: sleeping) }
        #expect(await eventually { test.pipeline.work.queued == 1 })
        _ = try await test.pipeline.image(for: request("http://origin.test/2"))
        #expect(log.paths == ["2"])
        control.isSuspended = false
        _ = try await sleeper.value
        #expect(log.paths == ["2", "1"])
    }

    @Test func `a suspended load under way reads no more bytes`() async throws {
        let body = PulledBody(chunkCount: 40)
        let test = body.pipeline()
        let control = LoadControl()
        let reading = request(url, control)
        body.stop(at: 10) { control.isSuspended = true }
        let task = Task { try await test.pipeline.image(for: reading) }
        #expect(await eventually { body.pulledCount == 10 })
        // Another load completes meanwhile.
        _ = try await test.pipeline.image(for: request("http://origin.test/other"))
        #expect(body.pulledCount == 10)
        control.isSuspended = false
        #expect(try await task.value.image.size.width == 12)
    }

    @Test func `a load is suspended only when all its callers are`() async throws {
        let body = PulledBody(chunkCount: 40)
        let test = body.pipeline()
        let (one, two) = (LoadControl(), LoadControl(isSuspended: true))
        let tasks = [one, two].map { control in
            Task { [request = request(url, control)] in
                try await test.pipeline.image(for: request).image.size.width
            }
        }
        for task in tasks { #expect(try await task.value == 12) }
        #expect(two.isSuspended && !one.isSuspended)
    }

    @Test func `cancelling ends all requests of a control at once, and the transfer`() async {
        let test = TestPipeline(isFrozen: true)
        let control = LoadControl()
        let tasks = (0..<5).map { _ in
            Task { [request = request(url, control)] in
                await Result { try await test.pipeline.image(for: request) }
            }
        }
        #expect(
            await eventually { test.pipeline.work.waiters == 6 && test.loader.loadCount == 1 })
        control.cancel()
        control.cancel()
        for task in tasks {
            let result = await task.value
            #expect(throws: ImageError.self) { try result.get() }
        }
        #expect(await eventually { test.loader.cancelCount == 1 })
        let late = await Result { try await test.pipeline.image(for: request(url, control)) }
        #expect(throws: ImageError.self) { try late.get() }
        #expect(test.loader.loadCount == 1)
        #expect(await eventually { test.pipeline.work == PipelineWork() })
    }

    @Test func `others go on when a control cancels its own`() async throws {
        let test = TestPipeline(isFrozen: true)
        let control = LoadControl()
        let staying = Task { try await test.pipeline.image(for: request(url)) }
        let leaving = Task { [request = request(url, control)] in
            await Result { try await test.pipeline.image(for: request) }
        }
        #expect(await eventually { test.pipeline.work.waiters == 3 })
        control.cancel()
        let left = await leaving.value
        #expect(throws: ImageError.self) { try left.get() }
        test.loader.thaw()
        #expect(try await staying.value.image.size.width == 12)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `limits change while transfers are under way`() async throws {
        let log = OrderLog()
        let test = log.pipeline(limits: limits())
        let tasks = await queue(["1", "2", "3"].map { request("http://origin.test/\($0)") }, test)
        test.pipeline.limitTransfers(to: 2, perHost: 2)
        #expect(await eventually { test.loader.loadCount == 2 })
        test.pipeline.limitTransfers(to: 1, perHost: 1)
        #expect(test.pipeline.work.admitted == 2)
        test.loader.thaw()
        for task in tasks { _ = try await task.value }
        #expect(log.paths.count == 3)
    }

    /// Starts loads one after the other, each once the previous one has its slot or waits for it.
    private func queue(
        _ requests: [ImageRequest], _ test: TestPipeline, after count: Int = 0
    ) async -> [Task<ImageResponse, any Error>] {
        let pipeline = test.pipeline
        var tasks: [Task<ImageResponse, any Error>] = []
        for request in requests {
            tasks.append(Task { try await pipeline.image(for: request) })
            let expected = count + tasks.count
            #expect(
                await eventually { pipeline.work.admitted + pipeline.work.queued == expected })
        }
        return tasks
    }
}

/// The order of requests to an origin.
private final class OrderLog: Sendable {
    private let state = Mutex<[String]>([])
    var paths: [String] { state.withLock { $0 } }

    func pipeline(limits: PipelineLimits) -> TestPipeline {
        let bytes = TestPipeline.picture()
        let loader = ScriptedLoader(isFrozen: true) { request in
            guard case .url(let url) = request.source else { throw CancellationError() }
            self.state.withLock { $0.append(String(url.suffix(1))) }
            return LoadedBody(
                head: ResponseHead(url: url), origin: .network, expectedByteCount: bytes.count,
                chunks: BodyStream([bytes]))
        }
        return TestPipeline(loader: loader, limits: limits)
    }
}

/// A body whose chunks are made on demand.
private final class PulledBody: Sendable {
    private struct State: Sendable {
        var pulledCount = 0
        var stop: (count: Int, action: @Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let chunkCount: Int
    private let bytes = TestPipeline.picture()

    init(chunkCount: Int) { self.chunkCount = chunkCount }

    var pulledCount: Int { state.withLock { $0.pulledCount } }

    /// Runs `action` when that many chunks were requested.
    func stop(at count: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.stop = (count, action) }
    }

    func pipeline() -> TestPipeline {
        let loader = ScriptedLoader { request in
            guard case .url(let url) = request.source else { throw CancellationError() }
            let isOther = url.hasSuffix("other")
            return LoadedBody(
                head: ResponseHead(url: url), origin: .network, expectedByteCount: nil,
                chunks: isOther ? BodyStream([self.bytes]) : BodyStream(self.chunks()))
        }
        return TestPipeline(loader: loader)
    }

    private func chunks() -> AsyncStream<ByteBlock> {
        let size = (bytes.count + chunkCount - 1) / chunkCount
        let bytes = bytes.array
        return AsyncStream {
            let (index, stop) = self.state.withLock { state in
                state.pulledCount += 1
                return (state.pulledCount - 1, state.stop)
            }
            if let stop, stop.count == index + 1 { stop.action() }
            guard index * size < bytes.count else { return nil }
            return ByteBlock(copying: bytes[(index * size)..<min((index + 1) * size, bytes.count)])
        }
    }
}
