import FoundationEssentials
import WebImageCaching
import WebImageLoading
import WebImageOrigin
import WebImagePipeline
import WebImageRuntime

extension TransportTrial {
    /// The trials of encoded bodies, which the transport or the loader over it decodes.
    static let encodings = [
        TransportTrial("a compressed body is asked for, and arrives decoded") { bench in
            bench.compressed("/a", Compressed.gzip)
            let response = try await bench.load("/a")
            bench.expect(response.expectedByteCount == nil, "a length is announced")
            bench.expect(try await response.bytes() == Compressed.text, "the bytes differ")
            let accepted = bench.origin.requests.first?["Accept-Encoding"]
            bench.expect(accepted?.contains("gzip") == true, "gzip was not asked for")
        },
        TransportTrial("several codings, old names and raw deflate are decoded") { bench in
            let bodies = [
                ("x-gzip", Compressed.gzip), ("gzip, gzip", Compressed.twice),
                ("deflate", Compressed.zlib), ("deflate", Compressed.raw),
            ]
            for (index, (coding, body)) in bodies.enumerated() {
                bench.compressed("/\(index)", body, coding)
                let bytes = try await bench.load("/\(index)").bytes()
                bench.expect(bytes == Compressed.text, "\(coding): \(bytes.count) other bytes")
            }
        },
        TransportTrial("bytes after a compressed body are not part of it") { bench in
            bench.compressed("/a", Compressed.gzip + [0, 1, 2, 3])
            bench.expect(try await bench.load("/a").bytes() == Compressed.text, "other bytes")
        },
        TransportTrial("a body of several gzip members is one body") { bench in
            bench.compressed("/a", Compressed.gzip + Compressed.gzip)
            let bytes = try await bench.load("/a").bytes()
            bench.expect(bytes == Compressed.text + Compressed.text, "\(bytes.count) bytes")
        },
        TransportTrial("a coding that is not understood is refused") { bench in
            bench.compressed("/a", Compressed.gzip, "compress")
            await bench.expectFailure(.malformed) { try await bench.load("/a").bytes() }
        },
        TransportTrial("the limit counts decoded bytes, not received ones") { bench in
            bench.compressed("/a", Compressed.zeros)
            let whole = try await bench.load("/a", limit: 65_536).bytes()
            bench.expect(whole.count == 65_536, "\(whole.count) bytes")
            for limit in [200, 65_535] {
                await bench.expectFailure(.tooLarge) {
                    try await bench.load("/a", limit: limit).bytes()
                }
            }
        },
        TransportTrial("a compressed body that lacks its end is truncated") { bench in
            bench.compressed("/a", Array(Compressed.zeros.dropLast(30)))
            await bench.expectFailure(.truncated) { try await bench.load("/a").bytes() }
        },
        TransportTrial("a damaged compressed body is malformed") { bench in
            let rubbish = [UInt8](repeating: 0xFF, count: 8)
            bench.compressed("/a", Array(Compressed.gzip.prefix(10)) + rubbish)
            await bench.expectFailure(.malformed) { try await bench.load("/a").bytes() }
        },
    ]
}

/// Encoded bodies.
private enum Compressed {
    static let text = Array(String(repeating: "WebImage ", count: 20).utf8)
    static let gzip = bytes("H4sIAAAAAAACAwtPTfLMTUxPVQgfOgwA9FA6iLQAAAA=")
    static let twice = bytes(
        "H4sIAAAAAAACA5Pv5mAAASZmbn/fT2d8ffxDOeSteBi+BFh1bAGKAwDx3tV2IAAAAA==")
    static let zlib = bytes("eNoLT03yzE1MT1UIHzoMAC/YPpU=")
    /// Deflate without the header of zlib.
    static let raw = bytes("C09N8sxNTE9VCB86DAA=")
    /// 65,536 zeros in 96 bytes.
    static let zeros = bytes(
        "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggK" + String(repeating: "A", count: 84) + "auuOl9cAAAEA")

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64) ?? Data())
    }
}

extension TransportBench {
    fileprivate func compressed(_ path: String, _ body: [UInt8], _ coding: String = "gzip") {
        origin.reply(path, with: OriginReply(headers: [("Content-Encoding", coding)], body: body))
    }

    /// Returns the response of a path as a pipeline gets it.
    fileprivate func load(_ path: String, limit: Int = 1 << 20) async throws -> LoadedBody {
        try await HTTPLoader(transport).load(
            LoadRequest(
                source: .url(origin.url(path)), limits: LoadLimits(maxBodyBytes: limit)))
    }

    /// Records a violation unless a load fails with `kind`.
    fileprivate func expectFailure(
        _ kind: LoadFailure.Kind, _ load: () async throws -> [UInt8]
    ) async {
        do {
            complain("expected \(kind), got \(try await load().count) bytes")
        } catch {
            let found = (error as? any LoadError)?.loadFailure?.kind
            expect(found == kind, "expected \(kind), got \(error)")
        }
    }
}
