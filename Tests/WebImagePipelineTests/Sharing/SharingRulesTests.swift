import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// The rules of sharing, pair by pair: transfers, stores and the results of both callers.
struct SharingRulesTests {
    /// One of two requests for the same picture.
    struct Caller: Sendable, CustomStringConvertible {
        var policy: RequestPolicy
        var store = CacheChoice.everywhere
        var priority = LoadPriority.normal
        var interceptor: String?

        var description: String { "\(policy) \(store) \(priority) \(interceptor ?? "")" }

        var request: ImageRequest {
            var request = ImageRequest("http://origin.test/a.bmp")
            request.store = store
            request.ask(policy)
            request.priority = priority
            request.interceptors = interceptor.map { [Passing(identity: $0)] } ?? []
            return request
        }

        /// `true` if it loads from an origin if nothing is cached.
        var loads: Bool { policy != .onlyIfCached }
        /// The key by which its transfer is shared; `nil` if it has none.
        var transfer: String? {
            loads ? "\(policy == .bypass) \(interceptor ?? "")" : nil
        }
        /// The key by which its image is shared.
        var image: String? {
            loads ? "\(policy) \(interceptor ?? "")" : nil
        }
        /// `true` if its result may be stored.
        var stores: Bool { policy != .onlyIfCached && policy != .bypass }
    }

    struct Passing: LoadInterceptor {
        let identity: String
        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            try await next(request)
        }
    }

    @Test(arguments: RequestPolicy.allCases, RequestPolicy.allCases)
    func `policies share a transfer where both go to the origin by way of caches`(
        first: RequestPolicy, second: RequestPolicy
    ) async throws {
        for store in CacheChoice.allCases {
            for other in CacheChoice.allCases {
                try await check(
                    Caller(policy: first, store: store), Caller(policy: second, store: other))
            }
        }
    }

    @Test(arguments: [nil, "one", "two"], [nil, "one", "two"] as [String?])
    func `who brings another interceptor has a transfer of its own`(
        first: String?, second: String?
    ) async throws {
        for priority in LoadPriority.allCases {
            try await check(
                Caller(policy: .normal, priority: priority, interceptor: first),
                Caller(policy: .normal, interceptor: second))
            try await check(
                Caller(policy: .normal, interceptor: first),
                Caller(policy: .refresh, priority: priority, interceptor: second))
        }
    }

    @Test func `a refresh and a normal request at once transfer once`() async throws {
        try await check(Caller(policy: .normal), Caller(policy: .refresh))
        try await check(Caller(policy: .refresh), Caller(policy: .normal))
    }

    @Test(arguments: [RequestPolicy.normal, .refresh, .bypass])
    func `the time-out of one leaves the other`(policy: RequestPolicy) async throws {
        let test = TestPipeline(isFrozen: true)
        var hurried = Caller(policy: policy).request
        hurried.timeout = .milliseconds(20)
        let (patient, impatient) = (Caller(policy: policy).request, hurried)
        async let image = test.pipeline.image(for: patient)
        #expect(await eventually { test.loader.loadCount == 1 })
        let error = await #expect(throws: ImageError.self) {
            try await test.pipeline.image(for: impatient)
        }
        guard case .load(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .timedOut)
        test.loader.thaw()
        #expect(try await image.image.size.width == 12)
        #expect(test.loader.loadCount == 1)
        #expect(test.loader.cancelCount == 0)
    }

    /// Starts both callers while the origin is frozen, and checks all observable effects.
    private func check(_ first: Caller, _ second: Caller) async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let loading = [first, second].filter(\.loads)
        let transferCount = Set(loading.compactMap(\.transfer)).count
        let waiterCount = loading.count + Set(loading.compactMap(\.image)).count
        let one = Task { await Result { try await pipeline.image(for: first.request) } }
        if first.loads {
            #expect(await eventually { test.loader.loadCount == 1 })
        } else {
            _ = await one.value
        }
        let two = Task { await Result { try await pipeline.image(for: second.request) } }
        if !second.loads { _ = await two.value }
        #expect(
            await eventually {
                pipeline.work.waiters == waiterCount && test.loader.loadCount == transferCount
            }, "\(first), \(second)")
        test.loader.thaw()
        for (caller, result) in [(first, await one.value), (second, await two.value)] {
            check(result, of: caller)
        }
        #expect(test.loader.loadCount == transferCount, "\(first), \(second)")
        try await checkStored(test, [first, second])
        #expect(pipeline.work == PipelineWork())
    }

    private func check(_ result: Result<ImageResponse, any Error>, of caller: Caller) {
        switch result {
        case .success(let response):
            #expect(caller.loads)
            #expect(response.origin == .network)
            #expect(response.image.size.width == 12)
        case .failure(let error):
            #expect(!caller.loads && (error as? ImageError)?.stage == "disk", "\(error)")
        }
    }

    private func checkStored(_ test: TestPipeline, _ callers: [Caller]) async throws {
        let stores = callers.filter(\.stores).map(\.store)
        var request = ImageRequest("http://origin.test/a.bmp")
        request.read = .memoryOnly
        let inMemory = try await test.pipeline.cachedImage(for: request) != nil
        request.read = .diskOnly
        let onDisk = try await test.pipeline.cachedImage(for: request) != nil
        #expect(
            inMemory == stores.contains { $0 == .everywhere || $0 == .memoryOnly }, "\(callers)")
        #expect(
            onDisk == stores.contains { $0 == .everywhere || $0 == .diskOnly }, "\(callers)")
    }
}
