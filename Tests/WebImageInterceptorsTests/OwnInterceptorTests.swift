import Synchronization
import TestSupport
import Testing
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// The interceptor of `Sources/Library/WebImage/WebImage.docc/Extending/Interceptors.md`, as
/// printed there.
struct CountLoads: LoadInterceptor {
    let identity = "count"
    let counter: Counter

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        counter.add(1)
        return try await next(request)
    }
}

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ number: Int) { count.wrappingAdd(number, ordering: .relaxed) }
}

struct OwnInterceptorTests {
    @Test func `an interceptor in ten lines counts loads, not hits`() async throws {
        let counter = Counter()
        var pipeline = TestPipeline().pipeline
        pipeline.interceptors = [CountLoads(counter: counter)]
        _ = try await pipeline.image(for: "http://origin.test/a.bmp")
        _ = try await pipeline.image(for: "http://origin.test/a.bmp")
        #expect(counter.value == 1)
    }
}
