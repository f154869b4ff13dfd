import Testing
import WebImage
import WebImageTesting

/// The check of pictures by `prefetch`: by their pixels, or by their headers.
struct PrefetchCheckTests {
    /// Returns a WebP file whose pixels are random bytes behind a right header.
    private func broken() throws -> [UInt8] {
        var file = try Pictures.encoded(.webp, 200, 150)
        for at in 40..<file.count { file[at] = UInt8(truncatingIfNeeded: at &* 151 ^ at >> 3) }
        return file
    }

    private func scene() throws -> (origin: OriginServer, folder: Folder, list: String) {
        let (origin, folder) = (try OriginServer(), try Folder())
        origin.reply("/good.jpg", with: OriginReply(body: try Pictures.jpeg(400, 300)))
        origin.reply("/bad.webp", with: OriginReply(body: try broken()))
        let urls = ["/good.jpg", "/bad.webp"].map { origin.url($0) + "\n" }
        return (origin, folder, try folder.write(Array(urls.joined().utf8), to: "list"))
    }

    @Test func `what cannot be decoded is not stored`() async throws {
        let (origin, folder, list) = try scene()
        let cache = ["--cache-dir", folder("cache")]
        let outcome = try await Tool().run(["prefetch", list] + cache)
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("1 done, 0 skipped, 1 failed; "), "\(outcome.text)")
        let listed = try await Tool().run(["cache", "list"] + cache)
        #expect(listed.text.contains("good.jpg") && !listed.text.contains("bad.webp"))
        for (path, status) in [("/good.jpg", 0), ("/bad.webp", 1)] {
            let got = try await Tool().run(["get", origin.url(path), "--only-if-cached"] + cache)
            #expect(Int(got.status) == status, "\(path): \(got.errors)")
        }
    }

    @Test func `a header is enough if that is asked for, and a stored file is told as it is`()
        async throws
    {
        let (origin, folder, list) = try scene()
        let cache = ["--cache-dir", folder("cache")]
        let outcome = try await Tool().run(["prefetch", list, "--by-header"] + cache)
        #expect(outcome.text.hasPrefix("2 done, 0 skipped, 0 failed; "), "\(outcome.text)")
        let got = try await Tool().run(
            ["get", origin.url("/bad.webp"), "--only-if-cached"] + cache)
        #expect(got.status == 1 && got.errors.contains("decode:"), "\(got.errors)")
        // It is no entry behind that.
        #expect(!(try await Tool().run(["cache", "list"] + cache).text.contains("bad.webp")))
    }

    @Test func `pictures are checked, and none is kept`() async throws {
        let (origin, folder, list) = try scene()
        let cache = ["--cache-dir", folder("cache")]
        for _ in 0..<2 {
            let outcome = try await Tool().run(["prefetch", list, "--keep-nothing"] + cache)
            #expect(outcome.status == 1)
            #expect(outcome.text.hasPrefix("1 done, 0 skipped, 1 failed; "), "\(outcome.text)")
        }
        #expect(origin.requestCount("/good.jpg") == 2)
        #expect(!(try await Tool().run(["cache", "list"] + cache).text.contains("good.jpg")))
        let both = try await Tool().run(["prefetch", list, "--keep-nothing", "--resume"] + cache)
        #expect(both.status == 64 && both.errors.contains("exclude each other"))
    }
}
