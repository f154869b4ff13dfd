import Foundation
import Testing
import WebImage
import WebImageTesting

/// Sources and pictures of the server's own, by imgproxy's variables.
struct PictureTests {
    private func variables(_ own: [String: String]) -> [String: String] {
        ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"].merging(own) { $1 }
    }

    @Test func `files below a folder have tags of their own`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "webimage-root-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(try Source.png()).write(to: folder.appending(path: "a.png"))
        let server = try await ServerProcess(
            [], ["IMGPROXY_LOCAL_FILESYSTEM_ROOT": folder.path])
        let target = "/unsafe/w:20/plain/local:///a.png"
        let reply = try await server.ask(target)
        #expect(reply.status == 200, "\(reply.text)")
        let tag = try #require(reply["ETag"])
        #expect(try await server.ask(target, ["If-None-Match": tag]).status == 304)
        for path in ["b.png", "", "../../etc/passwd", "..%2F..%2Fetc%2Fpasswd"] {
            let other = try await server.ask("/unsafe/raw:1/plain/local:///\(path)")
            #expect(other.status == 404, "\(path)")
        }
    }

    @Test func `a picture of the server stands in for a source that is not to be had`()
        async throws
    {
        let source = try Source()
        source.origin.reply("/gone.png", with: .status(404))
        let picture = Data(try Source.png()).base64EncodedString()
        let server = try await ServerProcess(
            [],
            variables([
                "IMGPROXY_FALLBACK_IMAGE_DATA": picture, "IMGPROXY_FALLBACK_IMAGE_HTTP_CODE": "0",
                "IMGPROXY_FALLBACK_IMAGE_TTL": "60",
            ]))
        let reply = try await server.ask(source.address("/gone.png"))
        #expect(reply.status == 404)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Cache-Control"] == "max-age=60, public")
        #expect(
            try await server.ask(source.address("/gone.png", "raw:1"))["Content-Type"]
                != "image/png")
    }

    @Test func `a mark that is not to be had is a failed load`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        source.origin.reply("/gone.png", with: .status(404))
        source.origin.reply("/slow.png", with: try Source.picture().held())
        let server = try await ServerProcess(
            ["--grammar", "thumbor", "--allow-loopback"], ["WEBIMAGE_DOWNLOAD_TIMEOUT": "1"])
        let url = { (path: String) in
            source.origin.url(path).replacingOccurrences(of: ":", with: "%3A")
                .replacingOccurrences(of: "/", with: "%2F")
        }
        for (mark, status) in [("/gone.png", 502), ("/slow.png", 504)] {
            let reply = try await server.ask(
                "/unsafe/filters:watermark(\(url(mark)),0,0,0)/\(url("/a.png"))")
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    @Test func `a source slower than thumbor allows is a gateway timeout`()
        async throws
    {
        let source = try Source()
        source.origin.reply("/slow.png", with: try Source.picture().held())
        let server = try await ServerProcess(
            ["--grammar", "thumbor", "--allow-loopback"],
            ["THUMBOR_HTTP_LOADER_REQUEST_TIMEOUT": "1"])
        let reply = try await server.ask("/unsafe/\(source.origin.url("/slow.png"))")
        #expect(reply.status == 504, "\(reply.text)")
    }

    @Test func `PNG files have a palette if colours are to be few`() async throws {
        let source = try Source()
        let picture = Scene.photograph(size: PixelSize(width: 120, height: 90))
        let file = try CodecList.installed.encoder(for: .jpeg).encode(
            picture, settings: EncodeSettings(quality: 90))
        source.origin.reply("/a.jpg", with: OriginReply(body: file.withUnsafeBytes { Array($0) }))
        for (own, type) in [([:], 2), (["IMGPROXY_PNG_QUANTIZE": "true"], 3)] {
            let server = try await ServerProcess([], variables(own))
            let reply = try await server.ask(source.address("/a.jpg", "f:png"))
            #expect(reply.status == 200, "\(reply.text)")
            // The colour type of IHDR.
            #expect(reply.body.count > 25 && reply.body[25] == UInt8(type))
        }
    }

    @Test func `efforts of formats are those of the variables`() async throws {
        let source = try Source()
        let picture = Scene.photograph(size: PixelSize(width: 120, height: 90))
        let file = try CodecList.installed.encoder(for: .png).encode(
            picture, settings: EncodeSettings())
        source.origin.reply("/a.png", with: OriginReply(body: file.withUnsafeBytes { Array($0) }))
        var sizes: [Int] = []
        for effort in ["1", "6"] {
            let server = try await ServerProcess([], variables(["IMGPROXY_WEBP_EFFORT": effort]))
            let reply = try await server.ask(source.address("/a.png", "f:webp"))
            #expect(reply.status == 200, "\(reply.text)")
            #expect(!server.log.contains("has no effect"))
            sizes.append(reply.body.count)
        }
        #expect(sizes[0] > sizes[1])
    }

    private static let foreign = """
        <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="alert(1)">
        <script>alert(2)</script><image href="http://a.test/b.png" width="20" height="10"/>
        <style>@import "//a.test/c"; rect { stroke: u\\72l(//a.test/d) }</style>
        <rect width="20" height="10" fill="#123456" mask="url(http://a.test/e#f)"/></svg>
        """

    @Test(arguments: ["rs:fit:20:0", "format:svg"])
    func `an SVG is passed on without scripts and foreign links`(options: String) async throws {
        let source = try Source()
        source.origin.reply("/a.svg", with: OriginReply(body: Array(Self.foreign.utf8)))
        let server = try await ServerProcess([], variables([:]))
        let reply = try await server.ask(source.address("/a.svg", options))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["Content-Type"] == "image/svg+xml")
        #expect(
            reply.text == """
                <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">\
                <image width="20" height="10"/><rect width="20" height="10" fill="#123456"/></svg>
                """)
        // The document was read by a worker: the server has the libraries not even loaded.
        let maps = try server.maps()
        #expect(maps.contains("libjpeg"))
        for name in ["librsvg", "libxml2"] { #expect(!maps.contains(name), "\(name)") }
    }

    @Test func `without workers an SVG is not passed on`() async throws {
        let source = try Source()
        source.origin.reply("/a.svg", with: OriginReply(body: Array(Self.foreign.utf8)))
        let server = try await ServerProcess(["--no-sandbox"], variables([:]))
        for options in ["rs:fit:20:0", "format:svg", "format:png"] {
            let reply = try await server.ask(source.address("/a.svg", options))
            #expect(reply.status == 422, "\(reply.text)")
            #expect(!reply.text.contains("<svg"))
        }
        #expect(server.log.contains("WEBIMAGE_SANDBOX turns off"), "\(server.log)")
        let own = try await ServerProcess(["--no-sandbox", "--allow-loopback"])
        for options in ["-", "format=png", "info"] {
            let reply = try await own.ask(source.own("/a.svg", options))
            #expect(reply.status == 422 && reply.text.contains("WEBIMAGE_SANDBOX"), "\(reply.text)")
            #expect(!reply.text.contains("codecs"), "\(reply.text)")
        }
    }

    @Test func `an SVG that is damaged is not passed on`() async throws {
        let source = try Source()
        for (name, end) in [("a", ""), ("b", "</g></svg>"), ("c", "<g a='b' a='c'/></svg>")] {
            let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>" + end
            source.origin.reply("/\(name).svg", with: OriginReply(body: Array(text.utf8)))
            let server = try await ServerProcess([], variables([:]))
            let reply = try await server.ask(source.address("/\(name).svg", "format:svg"))
            #expect(reply.status == 422, "\(reply.text)")
        }
    }
}
