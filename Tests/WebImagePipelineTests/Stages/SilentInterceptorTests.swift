import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

#if canImport(Glibc)
    import Glibc
#endif

/// Interceptors that do nothing for longer than the idle time-out of the load.
struct SilentInterceptorTests {
    private static let url = "http://origin.test/a.bmp"

    private func pipeline(
        _ interceptors: [any LoadInterceptor], loader: ScriptedLoader? = nil,
        idle: Duration = .milliseconds(200)
    ) -> TestPipeline {
        var test = loader.map { TestPipeline(loader: $0) } ?? TestPipeline()
        test.pipeline.interceptors = interceptors
        test.pipeline.setLimits { $0.load.idleTimeout = idle }
        return test
    }

    private func expectTimeout(_ error: ImageError?, naming name: String) {
        guard case .load(let failure) = error else {
            Issue.record("ended with \(String(describing: error))")
            return
        }
        #expect(failure.kind == .timedOut)
        #expect(failure.reason.contains(name), "\(failure.reason)")
    }

    @Test func `a silent interceptor ends the load, and its slot is free`() async throws {
        let isStuck = Locked(true)
        let stuck = SlowInterceptor {
            if isStuck.value { try await Task.sleep(for: .seconds(3600)) }
        }
        let test = pipeline([SlowInterceptor(identity: "before"), stuck])
        let error = await test.error(of: ImageRequest(Self.url))
        expectTimeout(error, naming: "'slow'")
        #expect(await eventually { test.pipeline.work == PipelineWork() })
        isStuck.change { $0 = false }
        #expect(try await test.pipeline.image(for: Self.url).origin == .network)
    }

    @Test func `it ends every caller, also of bytes, and observers are told why`() async throws {
        let test = pipeline([SlowInterceptor { try await Task.sleep(for: .seconds(3600)) }])
        let pipeline = test.pipeline
        async let image = test.error(of: ImageRequest(Self.url))
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.data(for: Self.url)
        }
        expectTimeout(error, naming: "'slow'")
        expectTimeout(await image, naming: "'slow'")
        let ends = test.trace.events.compactMap { event in
            if case .loadEnded(_, _, let error?) = event { "\(error)" } else { nil }
        }
        #expect(ends.count == 1)
        #expect(ends.first?.contains("'slow'") == true)
    }

    @Test func `one that ignores its cancellation holds up nothing but itself`() async throws {
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        var test = pipeline([SlowInterceptor { await Task { for await _ in end {} }.value }])
        test.pipeline.setLimits { $0.load.maxTransfers = 1 }
        expectTimeout(await test.error(of: ImageRequest(Self.url)), naming: "'slow'")
        #expect(test.pipeline.work == PipelineWork())
        #expect(test.pipeline.memoryUsage.bodies.heldAmount == 0)
        var free = test.pipeline
        free.interceptors = []
        #expect(try await free.image(for: Self.url).origin == .network)
        ending.finish()
    }

    @Test func `one that blocks its thread holds up nothing but that`() async throws {
        let isStuck = Atomic(true)
        let test = pipeline([
            SlowInterceptor { while isStuck.load(ordering: .relaxed) { usleep(1000) } }
        ])
        let errors = await withTaskGroup(of: ImageError?.self) { group in
            for index in 0..<6 {
                group.addTask { await test.error(of: ImageRequest("\(Self.url)?\(index)")) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for error in errors { expectTimeout(error, naming: "'slow'") }
        #expect(test.pipeline.work == PipelineWork())
        isStuck.store(false, ordering: .relaxed)
    }

    @Test func `one that is silent in its body ends the load too`() async throws {
        let stuck = BuiltInInterceptor.decryptBody("vault") { _, _ in
            try await Task.sleep(for: .seconds(3600))
            return ByteBlock(copying: [])
        }
        let test = pipeline([stuck])
        let error = await test.error(of: ImageRequest(Self.url))
        expectTimeout(error, naming: stuck.identity)
        #expect(await eventually { test.pipeline.work == PipelineWork() })
    }

    @Test func `a slow origin is not its interceptors' silence`() async throws {
        let loader = ScriptedLoader(isFrozen: true) { _ in answer() }
        let test = pipeline([SlowInterceptor()], loader: loader, idle: .milliseconds(50))
        let pipeline = test.pipeline
        async let bytes = pipeline.data(for: Self.url)
        #expect(await eventually { loader.loadCount == 1 })
        try await Task.sleep(for: .milliseconds(300))
        loader.thaw()
        #expect(try await bytes.bytes.count == 0)
    }

    @Test func `waits of a retry are not silence`() async throws {
        let count = Atomic(0)
        let loader = ScriptedLoader { _ in
            answer(count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 ? 503 : 200)
        }
        var policy = RetryPolicy()
        policy.baseDelay = .milliseconds(600)
        let test = pipeline(
            [.retry(policy, random: { 0.99 })], loader: loader, idle: .milliseconds(50))
        #expect(try await test.pipeline.data(for: Self.url).bytes.count == 0)
        #expect(loader.loadCount == 2)
    }

    @Test func `a body that an interceptor reads is not its silence`() async throws {
        let loader = ScriptedLoader { _ in
            var slow = answer()
            slow.chunks = BodyStream(
                AsyncStream<ByteBlock> { continuation in
                    Task {
                        for byte in 0..<4 {
                            try? await Task.sleep(for: .milliseconds(80))
                            continuation.yield(ByteBlock(copying: [UInt8(byte)]))
                        }
                        continuation.finish()
                    }
                })
            return slow
        }
        let test = pipeline([WholeBody()], loader: loader, idle: .milliseconds(150))
        #expect(try await test.pipeline.data(for: Self.url).bytes.count == 4)
    }

    @Test func `a provider of tokens that never answers fails the loads that wait`() async throws {
        let bearer = try BuiltInInterceptor.bearerAuthentication(account: "me", for: Self.url) {
            _ in
            try await Task.sleep(for: .seconds(3600))
            return "token"
        }
        let test = pipeline([bearer])
        expectTimeout(await test.error(of: ImageRequest(Self.url)), naming: "token")
        #expect(await eventually { test.pipeline.work == PipelineWork() })
    }
}

/// An interceptor that does something before it passes the request on.
private struct SlowInterceptor: LoadInterceptor {
    var identity = "slow"
    var wait: @Sendable () async throws -> Void = {}

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        try await wait()
        return try await next(request)
    }
}

/// An interceptor that reads the body before it returns.
private struct WholeBody: LoadInterceptor {
    let identity = "whole"

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var response = try await next(request)
        let bytes = try await response.allBytes()
        response.chunks = BodyStream([ByteBlock(copying: bytes)])
        return response
    }
}
