import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Requests for one URL that differ in their header fields.
struct AlternatesTests {
    /// Returns the number of requests to an origin that says `vary`, for one request after the
    /// other.
    ///
    /// Each has a pipeline of its own over one folder, as programs one after the other.
    private func asked(
        _ vary: String?, _ requests: [[(String, String)]],
        _ change: (inout ImageRequest) -> Void = { _ in }
    ) async throws -> [Int] {
        let folder = TemporaryFolder()
        let origin = ScriptedOrigin()
        origin.change { $0.headers["Vary"] = vary }
        var counts: [Int] = []
        for headers in requests {
            let test = TestPipeline(loader: origin.loader(), folder: folder)
            var request = ImageRequest("http://origin.test/a.bmp", headers: HeaderFields(headers))
            change(&request)
            _ = try await test.pipeline.image(for: request)
            counts.append(origin.requests.count)
        }
        return counts
    }

    @Test func `a field that Vary does not name makes no miss`() async throws {
        let counts = try await asked(
            "Foo",
            [[("Foo", "1"), ("Other", "2")], [("Foo", "1"), ("Other", "3")], [("Foo", "1")]])
        #expect(counts == [1, 1, 1])
    }

    @Test func `a request without fields may get, and give, the response of one with fields`()
        async throws
    {
        #expect(try await asked("Foo", [[("Other", "2")], []]) == [1, 1])
        #expect(try await asked("Foo", [[], [("Other", "2")]]) == [1, 1])
    }

    @Test func `a field that Vary names makes a miss, and each value is kept`() async throws {
        let (one, two) = ([("Foo", "1"), ("Other", "2")], [("Foo", "2"), ("Other", "2")])
        #expect(try await asked("Foo", [one, two, one, two, [("Other", "2")]]) == [1, 2, 2, 2, 3])
    }

    @Test func `without Vary all fields select the response`() async throws {
        #expect(try await asked(nil, [[("Other", "2")], [("Other", "3")], []]) == [1, 2, 3])
    }

    @Test(arguments: [
        "Authorization", "Cookie", "Proxy-Authorization", "X-Auth-Token", "X-Api-Key",
        "Range", "Host", "If-Match", "X-Forwarded-Host", "X-Original-URL", "DPoP", "X-User-Id",
    ])
    func `credentials, conditions and the host are never exchanged`(_ name: String) async throws {
        #expect(try await asked("Foo", [[(name, "a")], [(name, "b")], []]) == [1, 2, 3])
        let shared = [
            [(name, "a"), ("Other", "1")], [(name, "a"), ("Other", "2")], [(name, "a")],
        ]
        #expect(try await asked("Foo", shared) == [1, 1, 1])
    }

    @Test func `blanks and the split over lines make no miss`() async throws {
        let spellings: [[(String, String)]] = [
            [("Foo", "1, 2")], [("Foo", "1"), ("Foo", "2")], [("foo", " 1 ,\t2 ")],
        ]
        #expect(try await asked("Foo", spellings) == [1, 1, 1])
        #expect(try await asked(nil, spellings) == [1, 1, 1])
    }

    @Test func `a variant on disk is found, too`() async throws {
        let counts = try await asked(
            "Foo", [[("Foo", "1"), ("Other", "2")], [("Foo", "1"), ("Other", "3")]]
        ) {
            $0.diskRepresentation = .variant
            $0.serializer = EncodingSerializer(as: .bmp)
            $0.storeCompletion = .everything
        }
        #expect(counts == [1, 1])
    }

    @Test func `bytes alone are found, too`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Vary"] = "Foo" }
        var request = fresh.request()
        request.headers = ["Foo": "1", "Other": "2"]
        _ = try await fresh.pipeline.image(for: request)
        await fresh.pipeline.flush()
        request.headers = ["Foo": "1", "Other": "3"]
        _ = try await fresh.pipeline.data(for: request)
        #expect(fresh.origin.requests.count == 1)
    }

    @Test func `bytes of another request that are no picture are removed`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Vary"] = "Foo" }
        var first = fresh.request()
        first.headers = ["Foo": "1", "Other": "2"]
        _ = try await fresh.pipeline.image(for: first)
        await fresh.pipeline.flush()
        let key = try await fresh.pipeline.prepare(first).dataKey
        let disk = try #require(fresh.pipeline.disk)
        let head = try #require(try disk.head(for: key))
        try disk.store(ByteBlock(copying: Array("<!DOCTYPE html>".utf8)), for: key, head: head)
        var second = first
        second.headers = ["Foo": "1", "Other": "3"]
        #expect(try await fresh.pipeline.image(for: second).origin == .network)
        #expect(try disk.head(for: key) == nil)
    }

    @Test func `a stale one answers no other request`() async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.headers["Vary"] = "Foo" }
        var request = fresh.request()
        for (index, other) in ["2", "3", "2"].enumerated() {
            request.headers = ["Foo": "1", "Other": other]
            _ = try await fresh.pipeline.image(for: request)
            await fresh.pipeline.flush()
            if index == 0 { fresh.clock.advance(by: 61) }
        }
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"1\""])
    }

    @Test func `a list has the latest eight`() async throws {
        let values = (0..<12).map { [("Foo", "\($0)"), ("Other", "1")] }
        let again = [[("Foo", "11"), ("Other", "2")], [("Foo", "0"), ("Other", "2")]]
        #expect(try await asked("Foo", values + again).suffix(2) == [12, 13])
    }
}
