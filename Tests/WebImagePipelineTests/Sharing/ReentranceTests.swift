import TestSupport
import Testing
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Interceptors that load through the pipeline they are part of.
struct ReentranceTests {
    private static let origin = "http://origin.test"

    private static func kind(of error: ImageError?) -> LoadFailure.Kind? {
        guard case .load(let failure) = error else { return nil }
        return failure.kind
    }

    /// Returns a pipeline whose interceptor first loads `target` from it, then the request itself.
    ///
    /// - Parameter holdsResponse: `true` if it has the response of the request before `target`.
    private static func looping(
        limits: LoadLimits = LoadLimits(), isFrozen: Bool = false, holdsResponse: Bool = false,
        _ target: @escaping @Sendable (String) -> String?
    ) -> (test: TestPipeline, box: Locked<ImagePipeline?>) {
        let box = Locked<ImagePipeline?>(nil)
        var test = TestPipeline(isFrozen: isFrozen, limits: PipelineLimits(load: limits))
        test.pipeline.interceptors = [
            Asking(pipeline: box, holdsResponse: holdsResponse, target: target)
        ]
        box.change { [copy = test.pipeline] in $0 = copy }
        return (test, box)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a load that would wait for itself fails at once`() async {
        let (test, box) = Self.looping { $0 }
        let error = await test.error(of: ImageRequest("\(Self.origin)/a"))
        #expect(Self.kind(of: error) == .recursion)
        #expect(test.loader.loadCount == 0)
        box.change { $0 = nil }
    }

    @Test(.timeLimit(.minutes(5)))
    func `loads that would wait for each other do not, whoever began them`() async {
        let (test, box) = Self.looping {
            $0.hasSuffix("/a") ? "\(Self.origin)/b" : "\(Self.origin)/a"
        }
        let pipeline = test.pipeline
        for _ in 0..<20 {
            async let a = Self.error {
                try await pipeline.image(for: ImageRequest("\(Self.origin)/a"))
            }
            async let b = Self.error {
                try await pipeline.image(for: ImageRequest("\(Self.origin)/b"))
            }
            let kinds = await [Self.kind(of: a), Self.kind(of: b)]
            #expect(kinds == [.recursion, .recursion])
        }
        box.change { $0 = nil }
    }

    @Test(.timeLimit(.minutes(5)))
    func `loads inside of each other are bounded`() async {
        let (test, box) = Self.looping { $0 + "x" }
        let error = await test.error(of: ImageRequest("\(Self.origin)/a"))
        #expect(Self.kind(of: error) == .recursion)
        #expect(error?.reason.contains("more than 8") == true)
        box.change { $0 = nil }
    }

    @Test(.timeLimit(.minutes(5)))
    func `eight loads inside of each other work`() async throws {
        let (test, box) = Self.looping { $0.hasSuffix("xxxxxxx") ? nil : $0 + "x" }
        _ = try await test.pipeline.image(for: ImageRequest("\(Self.origin)/a"))
        #expect(test.loader.loadCount == 8)
        box.change { $0 = nil }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `two hundred loads that each make another do not stand in each other's way`(
        holdingResponses holdsResponse: Bool
    ) async throws {
        let limits = LoadLimits(maxTransfers: 3, maxTransfersPerHost: 2)
        let (test, box) = Self.looping(limits: limits, holdsResponse: holdsResponse) {
            $0.contains("inner") ? nil : "\(Self.origin)/inner\($0.last ?? "0")"
        }
        let pipeline = test.pipeline
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    _ = try await pipeline.image(for: ImageRequest("\(Self.origin)/\(index)"))
                }
            }
            try await group.waitForAll()
        }
        box.change { $0 = nil }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a load that was begun by another goes on when that one is cancelled`() async throws {
        let (test, box) = Self.looping(isFrozen: true) {
            $0.hasSuffix("outer") ? "\(Self.origin)/inner" : nil
        }
        let pipeline = test.pipeline
        let outer = Task { try await pipeline.image(for: ImageRequest("\(Self.origin)/outer")) }
        #expect(await eventually { test.loader.loadCount == 1 })
        let inner = Task { try await pipeline.image(for: ImageRequest("\(Self.origin)/inner")) }
        let joined = test.trace
        #expect(
            await eventually {
                joined.trace.split(separator: " ").count { $0 == "memory:miss" } == 3
            })
        outer.cancel()
        await #expect(throws: ImageError.self) { try await outer.value }
        test.loader.thaw()
        _ = try await inner.value
        box.change { $0 = nil }
    }

    @Test func `notes of a request reach its interceptors and no key`() async throws {
        let seen = Locked<[Bool]>([])
        var test = TestPipeline()
        test.pipeline.interceptors = [Noting(seen: seen)]
        var request = ImageRequest("\(Self.origin)/a")
        let plain = try await test.pipeline.prepare(request)
        request.attributes[Marked.self] = true
        let marked = try await test.pipeline.prepare(request)
        #expect(plain.imageKey == marked.imageKey)
        _ = try await test.pipeline.image(for: request)
        #expect(seen.value == [true])
    }

    private static func error(
        _ load: () async throws -> ImageResponse
    ) async -> ImageError? {
        do {
            _ = try await load()
            return nil
        } catch {
            return error as? ImageError
        }
    }
}

private enum Marked: LoadAttribute {
    static let defaultValue = false
}

private struct Noting: LoadInterceptor {
    let seen: Locked<[Bool]>
    var identity: String { "noting" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        seen.change { $0.append(request.attributes[Marked.self]) }
        return try await next(request)
    }
}

private struct Asking: LoadInterceptor {
    let pipeline: Locked<ImagePipeline?>
    let holdsResponse: Bool
    let target: @Sendable (String) -> String?
    var identity: String { "asking" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard case .url(let url) = request.source, let inner = target(url),
            let pipeline = pipeline.value
        else { return try await next(request) }
        let early = holdsResponse ? try await next(request) : nil
        _ = try await pipeline.image(for: ImageRequest(inner))
        if let early { return early }
        return try await next(request)
    }
}
