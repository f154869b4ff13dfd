import Foundation
import Testing
import WebImageTesting

/// The names of the settings that bound sources, in errors.
struct LimitTests {
    private func detail(
        _ variables: [String: String], _ options: String = "-"
    ) async throws -> String {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"], variables)
        let reply = try await server.ask(source.own("/a.png", options))
        #expect(reply.status == 422, "\(reply.text)")
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        return object?["detail"] as? String ?? ""
    }

    @Test func `too many pixels and bytes name the variable`() async throws {
        let pixels = try await detail(["WEBIMAGE_MAX_PIXELS": "1000"])
        #expect(pixels.hasSuffix("more than the 1000 allowed (WEBIMAGE_MAX_PIXELS)"), "\(pixels)")
        let bytes = try await detail(["WEBIMAGE_MAX_SOURCE_BYTES": "50"])
        #expect(bytes.hasSuffix("the limit is 50 (WEBIMAGE_MAX_SOURCE_BYTES)"), "\(bytes)")
    }

    @Test(arguments: [
        ("max-pixels", ""), ("max-source-bytes", ""), ("max-pixels", "info;"),
        ("max-source-bytes", "info;"), ("max-source-bytes", "source;"),
    ])
    func `a bound of the address names its option`(option: String, product: String) async throws {
        let detail = try await detail(["WEBIMAGE_ALLOW_LIMITS": "true"], "\(product)\(option)=50")
        #expect(detail.hasSuffix("(the address's \(option))"), "\(detail)")
    }

    @Test func `the variable of another server is named, unless ours is set`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let imgproxy = ["IMGPROXY_MAX_SRC_RESOLUTION": "0.001", "IMGPROXY_MAX_SRC_FILE_SIZE": "0"]
        let thumbor = ["THUMBOR_MAX_PIXELS": "1000"]
        for (variables, name) in [
            (imgproxy, "IMGPROXY_MAX_SRC_RESOLUTION"), (thumbor, "THUMBOR_MAX_PIXELS"),
            (["IMGPROXY_MAX_SRC_FILE_SIZE": "50"], "IMGPROXY_MAX_SRC_FILE_SIZE"),
            (thumbor.merging(["WEBIMAGE_MAX_PIXELS": "900"]) { $1 }, "WEBIMAGE_MAX_PIXELS"),
        ] {
            let server = try await ServerProcess(["--allow-loopback"], variables)
            let isThumbor = variables["THUMBOR_MAX_PIXELS"] != nil
            let target =
                isThumbor
                ? "/unsafe/20x20/\(source.origin.url("/a.png"))" : source.address("/a.png")
            #expect(try await server.ask(target).status == (isThumbor ? 400 : 422))
            #expect(server.log.contains("(\(name))"), "\(name): \(server.log)")
        }
    }
}
