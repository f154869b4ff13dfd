import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// `CachePolicy.refresh`: the cached result first, then that of the origin, whichever key hit.
struct RefreshTests {
    enum Place: String, Sendable, CaseIterable { case memory, disk }

    private func filled(_ place: Place) async throws -> FreshPipeline {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        if place == .disk { fresh.pipeline.memory.removeAll() }
        fresh.test.trace.reset()
        return fresh
    }

    @Test(arguments: Place.allCases, [true, false])
    func `identical bytes are neither decoded nor stored again`(
        place: Place, knowsConditions: Bool
    ) async throws {
        let fresh = try await filled(place)
        fresh.origin.change { $0.knowsConditions = knowsConditions }
        let words = await fresh.updates(fresh.request(.refresh))
        let origin = knowsConditions ? "memory" : "network"
        #expect(words == ["cached \(place)", "finished \(origin) unchanged"])
        #expect(fresh.test.decoder.decodeCount == (place == .memory ? 1 : 2))
        #expect(fresh.test.trace.trace.components(of: "store") == (place == .memory ? 0 : 1))
        #expect(fresh.origin.requests.count == 2)
    }

    @Test(arguments: Place.allCases)
    func `other bytes replace what is cached`(place: Place) async throws {
        let fresh = try await filled(place)
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 33)
            $0.headers["ETag"] = "\"2\""
        }
        #expect(
            await fresh.updates(fresh.request(.refresh)) == ["cached \(place)", "finished network"])
        #expect(try await fresh.load().image.size.width == 33)
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().image.size.width == 33)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test(arguments: Place.allCases)
    func `an origin that fails lets what is cached stand in`(place: Place) async throws {
        let fresh = try await filled(place)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        #expect(
            await fresh.updates(fresh.request(.refresh))
                == ["cached \(place)", "finished memory stale"])
        let response = try await fresh.load(.refresh)
        guard case .load(let failure)? = response.staleReason else {
            Issue.record("no reason: \(response)")
            return
        }
        #expect(failure.kind == .connectionFailed)
    }

    @Test(arguments: Place.allCases)
    func `without stale-if-error a failing origin is told, and the cache is as it was`(
        place: Place
    ) async throws {
        let fresh = try await filled(place)
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        var request = fresh.request(.refresh)
        request.staleIfError = nil
        #expect(await fresh.updates(request) == ["cached \(place)", "failed load"])
        #expect(try await fresh.load().origin == .memory)
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().origin == .disk)
    }

    @Test func `bytes that are no picture don't take the place of one that is`() async throws {
        let fresh = try await filled(.memory)
        fresh.origin.change {
            $0.bytes = ByteBlock(copying: Array("maintenance".utf8))
            $0.headers["ETag"] = nil
        }
        #expect(
            await fresh.updates(fresh.request(.refresh))
                == ["cached memory", "finished memory stale"])
        #expect(try await fresh.load().origin == .memory)
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().origin == .disk)
    }

    @Test func `a picture that is gone is no failure of the origin`() async throws {
        let fresh = try await filled(.memory)
        fresh.origin.change {
            $0.status = 404
            $0.headers["ETag"] = nil
        }
        #expect(
            await fresh.updates(fresh.request(.refresh)) == ["cached memory", "failed load"])
    }

    @Test func `with nothing cached there is one result`() async throws {
        let fresh = FreshPipeline()
        #expect(await fresh.updates(fresh.request(.refresh)) == ["finished network"])
        #expect(fresh.origin.requests[0].headers["If-None-Match"] == nil)
    }

    @Test(arguments: Place.allCases)
    func `a plain load with refresh gives the last of it`(place: Place) async throws {
        let fresh = try await filled(place)
        let response = try await fresh.load(.refresh)
        #expect(response.unchanged)
        #expect(response.origin.rawValue == place.rawValue)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `what is kept nowhere is shown and confirmed from disk`() async throws {
        let fresh = try await filled(.disk)
        var request = fresh.request(.refresh)
        request.store = .nothing
        #expect(
            await fresh.updates(request) == ["cached disk", "finished memory unchanged"])
        #expect(fresh.test.decoder.decodeCount == 2)
    }

    @Test func `an answer that is no longer to be kept is forgotten`() async throws {
        let fresh = try await filled(.memory)
        fresh.origin.change { $0.headers["Cache-Control"] = "no-store" }
        _ = try await fresh.load(.refresh)
        #expect(fresh.test.folder.files.isEmpty)
        #expect(try await fresh.pipeline.cachedImage(for: fresh.request()) == nil)
    }

    @Test func `confirmed bytes that are no picture are loaded afresh`() async throws {
        let fresh = FreshPipeline()
        let prepared = try await fresh.pipeline.prepare(fresh.request())
        let disk = try #require(fresh.pipeline.disk)
        let now = fresh.clock.now
        let writer = try disk.writer(
            for: prepared.dataKey,
            head: EntryHead(
                response: ResponseHead(url: fresh.url, headers: ["ETag": "\"1\""]), storedAt: now,
                record: ExchangeRecord(url: fresh.url, requestedAt: now, receivedAt: now)))
        try ByteBlock(copying: Array("not a picture".utf8)).withSpan { span throws(DiskError) in
            try writer.append(span)
        }
        try writer.commit()
        let response = try await fresh.load(.refresh)
        #expect(response.origin == .network)
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == ["\"1\"", nil])
        #expect(fresh.test.folder.files.count == 1)
    }
}

extension String {
    /// Returns the number of occurrences of a word.
    func components(of word: String) -> Int { split(separator: " ").filter { $0 == word }.count }
}
