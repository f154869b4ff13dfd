import Foundation
import Testing
import WebImageTesting

/// Pictures whose header tells of more work or memory than a server has for one.
struct WorkTests {
    /// Returns an address of the library's own.
    private func address(_ source: Source, _ path: String, _ options: String) -> String {
        let escaped = source.origin.url(path).replacingOccurrences(of: ":", with: "%3A")
            .replacingOccurrences(of: "/", with: "%2F")
        return "/v1/-/-/\(options)/plain/\(escaped)"
    }

    @Test(arguments: [["--no-sandbox"], []])
    func `more memory than twice the budget is refused, with both numbers and the setting`(
        arguments: [String]
    ) async throws {
        let source = try Source()
        let png = OriginReply(
            headers: [("Content-Type", "image/png")], body: try Source.png(1500, 1500))
        source.origin.reply("/a.png", with: png)
        let server = try await ServerProcess(
            ["--allow-loopback"] + arguments, ["WEBIMAGE_WORK_BYTES": "4000000"])
        let whole = try await server.ask(address(source, "/a.png", "format=png"))
        #expect(whole.status == 422)
        let reason = try #require(
            whole.text.firstMatch(
                of: /needs ([0-9]+) bytes .* twice the 4000000 of WEBIMAGE_WORK_BYTES/),
            "\(whole.text)")
        // The pixels, their copy for a worker, and 8 bytes for each pixel of PNG.
        #expect((4...16).contains(try #require(Int(reason.1)) / (1500 * 1500)))
        // Rows that are scaled as they come fit.
        let small = try await server.ask(address(source, "/a.png", "size=fit:20x;format=png"))
        #expect(small.status == 200, "\(small.text)")
    }

    @Test func `a TIFF of thousands of samples a pixel is refused by its header`() async throws {
        let source = try Source()
        let tiff = OriginReply(
            headers: [("Content-Type", "image/tiff")],
            body: Self.tiff(width: 590, height: 88, samples: 12_774))
        source.origin.reply("/a.tif", with: tiff)
        let server = try await ServerProcess(["--allow-loopback"])
        for options in ["size=fit:20x", "info"] {
            let reply = try await server.ask(address(source, "/a.tif", options))
            #expect(reply.status == 422, "\(options): \(reply.status)")
            let reason = "590x88 pixels of 12774 samples, more than the 32 samples"
            #expect(reply.text.contains(reason), "\(reply.text)")
        }
    }

    /// Returns a directory of one strip without compression, whose pixels are missing.
    private static func tiff(width: Int, height: Int, samples: Int) -> [UInt8] {
        let entries = [
            (256, width), (257, height), (259, 1), (262, 1), (273, 8), (277, samples),
            (278, height), (279, 2),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 10, 0, 0, 0, 0, 0, UInt8(entries.count), 0]
        for (tag, number) in entries {
            for (value, count) in [(tag, 2), (4, 2), (1, 4), (number, 4)] {
                bytes += (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
        }
        return bytes + [0, 0, 0, 0]
    }
}
