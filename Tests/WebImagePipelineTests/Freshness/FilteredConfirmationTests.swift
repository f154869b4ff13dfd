import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Filters of responses, and the 304 that confirms what they let through.
struct FilteredConfirmationTests {
    private var fresh = FreshPipeline()

    private mutating func filter(_ filters: [any LoadInterceptor]) {
        fresh.test.pipeline.interceptors = filters
    }

    @Test(arguments: [true, false])
    mutating func `a 304 that a filter refuses confirms nothing`(hasLeave: Bool) async throws {
        filter([.rejectResponses(header: "ErrorCode", number: 100)])
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.headers["ErrorCode"] = "100" }
        var request = fresh.request()
        request.staleIfError = hasLeave ? .seconds(3600) : nil
        if hasLeave {
            let response = try await fresh.pipeline.image(for: request)
            #expect(response.staleReason?.status == 444)
            #expect(!response.unchanged)
        } else {
            let error = await fresh.test.error(of: request)
            #expect(error?.status == 444)
            let expected =
                "status 444 (ErrorCode: 100 is rejected), expected 200 to 299; the origin said 304"
            #expect(error?.reason == expected)
            guard case .load(let failure) = error else { return }
            #expect(failure.head?.headers["ETag"] == "\"1\"")
            #expect(failure.originalHead?.status == 304)
        }
        // The origin is asked again: the refused confirmation renewed nothing.
        fresh.origin.change { $0.headers["ErrorCode"] = nil }
        #expect(try await fresh.pipeline.image(for: request).unchanged)
        #expect(fresh.origin.requests.count == 3)
    }

    @Test mutating func `a filter that throws at a 304 ends the load with both heads`() async throws
    {
        filter([
            .filterResponse("throwing") { head in
                if head.headers["X-Bad"] != nil { throw LoadFailure(.other, "bad") }
            }
        ])
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.headers["X-Bad"] = "1" }
        var request = fresh.request()
        request.staleIfError = nil
        guard case .load(let failure) = await fresh.test.error(of: request) else {
            Issue.record("no failure of the load")
            return
        }
        #expect(failure.reason == "bad")
        #expect(failure.head?.status == 200)
        #expect(failure.originalHead?.status == 304)
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=1"])
    mutating func `a rewritten head survives a 304`(_ said: String) async throws {
        filter([
            .filterResponse("long") { head in head.headers["Cache-Control"] = "max-age=86400" }
        ])
        fresh.origin.change { $0.headers["Cache-Control"] = said }
        _ = try await fresh.load()
        fresh.clock.advance(by: 86_401)
        #expect(try await fresh.load().unchanged)
        #expect(fresh.origin.requests.count == 2)
        for _ in 0..<2 {
            fresh.clock.advance(by: 40_000)
            #expect(try await fresh.load().origin == .memory)
        }
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().origin == .disk)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test mutating func `filters see the merged head, the innermost first`() async throws {
        let seen = Locked<[String]>([])
        func note(_ name: String) -> BuiltInInterceptor {
            .filterResponse(name) { head in
                let age = head.headers["Cache-Control"] ?? "none"
                seen.change { $0.append("\(name) \(head.status) \(age)") }
                head.headers["Cache-Control"] = "max-age=\(name == "outer" ? 60 : 30)"
            }
        }
        filter([note("outer"), note("inner")])
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        fresh.origin.change { $0.headers["Cache-Control"] = "max-age=5" }
        #expect(try await fresh.load().unchanged)
        #expect(
            seen.value == [
                "inner 200 max-age=60", "outer 200 max-age=30", "inner 200 max-age=5",
                "outer 200 max-age=30",
            ])
    }
}
