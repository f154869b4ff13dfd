import Foundation
import Testing
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

    @Test func `an SVG is passed on without scripts`() async throws {
        let source = try Source()
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="alert(1)">
            <script>alert(2)</script><rect width="20" height="10" fill="#123456"/></svg>
            """
        source.origin.reply("/a.svg", with: OriginReply(body: Array(text.utf8)))
        let server = try await ServerProcess([], variables([:]))
        let reply = try await server.ask(source.address("/a.svg"))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["Content-Type"] == "image/svg+xml")
        #expect(reply.text.contains("#123456"))
        #expect(!reply.text.contains("alert"))
    }
}
