import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Files whose source is renewed, changes, or fails.
struct ImageFileFreshnessTests {
    @Test(arguments: [true, false])
    func `a confirmation renews the file without making it again`(inMemory: Bool) async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.clock.advance(by: 61)
        let later = inMemory ? test : test.restarted()
        let renewed = try await later.file()
        #expect(renewed.unchanged && !renewed.isStale)
        #expect(renewed.origin == (inMemory ? .memory : .disk))
        #expect(renewed.entityTag == made.entityTag && renewed.bytes == made.bytes)
        #expect(test.origin.requests.last?.headers["If-None-Match"] == "\"1\"")
        // Memory and disk know that it is fresh again.
        #expect(try await later.file().origin == .memory)
        #expect(try await later.restarted().file().origin == .disk)
        #expect(test.counts == [2, 1, 1])
    }

    @Test func `a confirmation needs no original on disk`() async throws {
        let test = FilePipeline()
        var request = test.request()
        request.diskRepresentation = .variant
        let made = try await test.pipeline.file(for: request, as: .bmp)
        #expect(test.fresh.test.folder.files.count == 1)
        test.fresh.clock.advance(by: 61)
        let renewed = try await test.restarted().pipeline.file(for: request, as: .bmp)
        #expect(renewed.unchanged && renewed.entityTag == made.entityTag)
        #expect(test.counts == [2, 1, 1])
    }

    @Test func `the same bytes sent again renew it, too`() async throws {
        let test = FilePipeline()
        _ = try await test.file()
        test.fresh.clock.advance(by: 61)
        test.origin.change { $0.knowsConditions = false }
        #expect(try await test.restarted().file().unchanged)
        #expect(try await test.restarted().file().origin == .disk)
        #expect(test.counts == [2, 1, 1])
    }

    @Test func `a changed source makes another file with another tag`() async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.clock.advance(by: 61)
        test.origin.change {
            $0.bytes = TestPipeline.picture(width: 24)
            $0.headers["ETag"] = "\"2\""
        }
        let changed = try await test.file()
        #expect(!changed.unchanged && changed.entityTag != made.entityTag)
        #expect(changed.size == PixelSize(width: 6, height: 2))
        #expect(try await test.restarted().file().entityTag == changed.entityTag)
        #expect(test.counts == [2, 2, 2])
    }

    @Test(arguments: [true, false])
    func `a stale file stands in for an origin that fails`(inMemory: Bool) async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.clock.advance(by: 61)
        test.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        var request = test.request()
        request.staleIfError = .seconds(600)
        let later = inMemory ? test : test.restarted()
        let file = try await later.pipeline.file(for: request, as: .bmp)
        #expect(file.isStale && file.staleReason != nil)
        #expect(file.entityTag == made.entityTag)
        #expect(file.origin == (inMemory ? .memory : .disk))
        #expect(test.encoder.count == 1)
    }

    @Test func `cachedFirst returns a stale file, and renews it behind`() async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.clock.advance(by: 61)
        test.origin.change {
            $0.bytes = TestPipeline.picture(seed: 90)
            $0.headers["ETag"] = "\"2\""
        }
        let stale = try await test.file(.cachedFirst)
        #expect(stale.isStale && stale.entityTag == made.entityTag)
        #expect(await eventually { test.encoder.count == 2 })
        #expect(await eventually { test.pipeline.runningCount == 0 })
        #expect(try await test.file(.cachedFirst).entityTag != made.entityTag)
    }

    @Test func `only caches are asked if the request says so`() async throws {
        let test = FilePipeline()
        await #expect(throws: ImageError.self) { try await test.file(.onlyIfCached) }
        _ = try await test.file()
        #expect(try await test.file(.onlyIfCached).origin == .memory)
        #expect(try await test.restarted().file(.onlyIfCached).origin == .disk)
        #expect(test.counts == [1, 1, 1])
    }

    @Test func `bytes that are no picture are remembered`() async throws {
        let test = FilePipeline()
        test.origin.change { $0.bytes = ByteBlock(copying: Array("no picture".utf8)) }
        for _ in 0..<3 {
            await #expect(throws: ImageError.self) { try await test.file() }
        }
        #expect(test.origin.requests.count == 1)
    }

    @Test func `a response that forbids it is kept nowhere`() async throws {
        let test = FilePipeline()
        test.origin.change { $0.headers["Cache-Control"] = "no-store" }
        for _ in 0..<2 { #expect(try await test.file().origin == .network) }
        #expect(test.fresh.test.folder.files.isEmpty)
        #expect((test.pipeline.resultMemory as? MemoryCache)?.usage.entryCount == 0)
    }

    @Test func `each value of a field that Vary names has a file`() async throws {
        let test = FilePipeline()
        test.origin.change { $0.headers["Vary"] = "Accept-Language" }
        for language in ["de", "en", "de", "en"] {
            var request = test.request()
            request.headers["Accept-Language"] = language
            let file = try await test.pipeline.file(for: request, as: .bmp)
            #expect(file.vary == ["Accept-Language"])
        }
        #expect(test.counts == [2, 2, 2])
        var request = test.request()
        request.headers = ["Accept-Language": "de", "Other": "1"]
        #expect(try await test.restarted().pipeline.file(for: request, as: .bmp).origin == .disk)
    }
}

/// The facts of a file for a server's clients.
struct FileHeaderTests {
    private func file(_ headers: HeaderFields) async throws -> (FilePipeline, ImageFile) {
        let test = FilePipeline()
        test.origin.change { $0.headers = headers }
        return (test, try await test.file())
    }

    @Test func `freshness and age count from the response`() async throws {
        let (test, file) = try await file(["Cache-Control": "max-age=60", "Age": "10"])
        let now = test.fresh.clock.now
        #expect(file.age(at: now) == .seconds(10))
        #expect(file.freshness(at: now) == .seconds(50))
        #expect(file.age(at: now + 20) == .seconds(30))
        #expect(file.freshness(at: now + 61) == .seconds(-11))
        let fields = file.headerFields(at: now + 5)
        #expect(fields["Content-Type"] == "image/bmp")
        #expect(fields["ETag"] == file.entityTag)
        #expect(fields["Age"] == "15")
        #expect(fields["Cache-Control"] == "max-age=60")
    }

    @Test(arguments: [
        ("no-cache", "no-cache"), ("private, max-age=5", "max-age=5, private"),
        ("no-store", "no-store"),
        ("public, s-maxage=9, max-age=5", "max-age=5, public, s-maxage=9"),
    ])
    func `the origin's directives are passed on`(sent: String, expected: String) async throws {
        let (test, file) = try await file(["Cache-Control": sent])
        let found = file.headerFields(at: test.fresh.clock.now)["Cache-Control"] ?? ""
        #expect(Set(found.split(separator: ", ")) == Set(expected.split(separator: ", ")))
    }

    @Test func `a lifetime that is guessed is told`() async throws {
        let (test, _) = try await file(["ETag": "\"1\""])
        test.origin.change { $0.headers = ["Last-Modified": "Fri, 01 Jan 1999 00:00:00 GMT"] }
        let file = try await test.file(.refresh)
        let fields = file.headerFields(at: test.fresh.clock.now)
        #expect(fields["Cache-Control"] == "max-age=604800")
        #expect(fields["Last-Modified"] == file.lastModified && file.lastModified != nil)
    }

    @Test func `a file of bytes has no freshness`() async throws {
        var test = FilePipeline()
        test.pipeline.loader = DataURLLoader()
        let file = try await test.pipeline.file(
            for: ImageRequest(ImageSource.data(TestPipeline.picture())), as: .bmp)
        #expect(file.age() == nil && file.freshness() == nil && file.head == nil)
        #expect(file.headerFields()["Cache-Control"] == nil)
        #expect(file.headerFields()["ETag"] == file.entityTag)
    }

    @Test func `If-None-Match is compared as RFC 9110 says`() async throws {
        let (_, file) = try await file([:])
        let tag = file.entityTag
        for field in [tag, "W/\(tag)", "*", "\"a,b\", \(tag)", " \(tag) ,\"x\""] {
            #expect(file.matches(ifNoneMatch: field), "\(field)")
        }
        for field in [nil, "", "\"x\"", String(tag.dropFirst().dropLast()), "W/\"x\", \"y\""] {
            #expect(!file.matches(ifNoneMatch: field), "\(field ?? "nil")")
        }
    }
}
