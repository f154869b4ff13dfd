import FoundationEssentials
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImageRuntime

extension TransportTrial {
    /// The trials of bodies compressed by gzip.
    static let encodings = [
        TransportTrial("a compressed body arrives decoded, its length unknown") { bench in
            bench.compressed("/a", Compressed.text)
            let answer = try await bench.exchange("/a")
            bench.expect(answer.expectedByteCount == nil, "a length is announced")
            let expected = Array(String(repeating: "WebImage ", count: 20).utf8)
            bench.expect(try await answer.bytes() == expected, "the bytes differ")
            let accepted = bench.origin.requests.first?["Accept-Encoding"]
            bench.expect(accepted?.contains("gzip") == true, "gzip was not asked for")
        },
        TransportTrial("the limit counts decoded bytes, not received ones") { bench in
            bench.compressed("/a", Compressed.zeros)
            let whole = try await bench.bytes("/a", limits: LoadLimits(maxBodyBytes: 65_536))
            bench.expect(whole.count == 65_536, "\(whole.count) bytes")
            for limit in [200, 65_535] {
                await bench.expectFailure(
                    .tooLarge, at: "/a", limits: LoadLimits(maxBodyBytes: limit))
            }
        },
        TransportTrial("a compressed body that lacks its end is truncated") { bench in
            bench.compressed("/a", Array(Compressed.zeros.dropLast(30)))
            await bench.expectFailure(.truncated, at: "/a")
        },
        TransportTrial("a damaged compressed body is malformed") { bench in
            let rubbish = [UInt8](repeating: 0xFF, count: 8)
            bench.compressed("/a", Array(Compressed.text.prefix(10)) + rubbish)
            await bench.expectFailure(.malformed, at: "/a")
        },
    ]
}

/// Bodies compressed by gzip.
private enum Compressed {
    /// "WebImage " twenty times.
    static let text = bytes("H4sIAAAAAAACAwtPTfLMTUxPVQgfOgwA9FA6iLQAAAA=")
    /// 65,536 zeros in 96 bytes.
    static let zeros = bytes(
        "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggK" + String(repeating: "A", count: 84) + "auuOl9cAAAEA")

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64) ?? Data())
    }
}

extension TransportBench {
    fileprivate func compressed(_ path: String, _ body: [UInt8]) {
        origin.reply(path, with: OriginReply(headers: [("Content-Encoding", "gzip")], body: body))
    }
}
