import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline

/// Bodies as transports return them, decoded by the loader.
struct ContentCodingTests {
    private static let text = Array(String(repeating: "WebImage ", count: 20).utf8)

    /// The text, encoded.
    private enum Encoded {
        static let gzip = bytes("H4sIAAAAAAACAwtPTfLMTUxPVQgfOgwA9FA6iLQAAAA=")
        static let zlib = bytes("eNoLT03yzE1MT1UIHzoMAC/YPpU=")
        static let raw = bytes("C09N8sxNTE9VCB86DAA=")
        static let brotli = bytes("G7MA+I2UrtZCnXRV1qZBwsTOhG7BwNJiDw==")
        static let zstd = bytes("KLUv/SC0hQAASFdlYkltYWdlIAEAKFLlCA==")
        static let twice = bytes(
            "H4sIAAAAAAACA5Pv5mAAASZmbn/fT2d8ffxDOeSteBi+BFh1bAGKAwDx3tV2IAAAAA==")
        static let brotliOfGzip = bytes("iw+AH4sIAAAAAAACAwtPTfLMTUxPVQgfOgwA9FA6iLQAAAAD")
        /// No text at all.
        static let emptyGzip = bytes("H4sIAAAAAAACAwMAAAAAAAAAAAA=")
        /// 100 MB of zeros, twice in gzip.
        static let bomb = bytes(
            "H4sIAAAAAAACA+3cK04EURCG0Z5HSAfBQ4xCQIJhCRiSwWAwCLAQFsAa6ISgMBgSdoFiATgkbsDNAggC"
                + "MQpopnsZ9z9HXV3uVirf9l1ddYajz5fBYPlo7v+evurVCgAAAChc83Ez6pYB1U47Ozo5AwAAAEp3"
                + "ub427pcCPxdbh8YBAAAAxbs92N/oLwS+r6/GxgEAAADFmyzm034X8No+b56aBwAAABTvXTAAAAAA"
                + "oggGAAAAQBbBAAAAAMgiGAAAAABhBAMAAAAgi2AAAAAAZBEMAAAAgCyCAQAAABBGMAAAAACyCAYA"
                + "AABAFsEAAAAAyCIYAAAAAGEEAwAAACCLYAAAAABkEQwAAACALIIBAAAAEEYwAAAAALIIBgAAAEAW"
                + "wQAAAADI8rCYN91hwPStnf3WkwoAAKBA58PH3b3j5ddn5R+GjKQJNY4BAA==")
        static let brotliBomb = bytes(
            "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIg"
                + "DgsAdO//+P//B/8EQBwWAOje//H//w/+CYA4LADQvf/j//8f/BMAcVgAoHv/x///P/gnAOKwAED3"
                + "/o///3/wTwDEYQGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/5//+DfwIgDgsAdO9/AA==")

        private static func bytes(_ base64: String) -> [UInt8] {
            Array(Data(base64Encoded: base64) ?? Data())
        }
    }

    private static let junk: [UInt8] = [0, 1, 2, 3]

    private static let whole: [(String, [UInt8])] = [
        ("gzip", Encoded.gzip), ("x-gzip", Encoded.gzip), ("GZip , identity,", Encoded.gzip),
        ("gzip, gzip", Encoded.twice), ("gzip,br", Encoded.brotliOfGzip),
        ("br", Encoded.brotli), ("deflate", Encoded.zlib), ("deflate", Encoded.raw),
        ("identity", text), ("none", text),
        // Several members, with empty ones between, and bytes behind the end.
        ("gzip", Encoded.emptyGzip + Encoded.gzip + Encoded.emptyGzip),
        ("gzip", Encoded.gzip + junk), ("gzip", Encoded.gzip + [0x1F]),
        ("br", Encoded.brotli + junk), ("deflate", Encoded.zlib + junk),
        ("deflate", Encoded.raw + Encoded.raw),
        ("zstd", Encoded.zstd), ("zstd", Encoded.zstd + junk), ("zstd, identity", Encoded.zstd),
    ]

    private func load(
        _ coding: String, _ body: [UInt8], chunk: Int = .max, limit: Int = 1 << 20,
        field: String = "Content-Encoding"
    ) async throws -> LoadedBody {
        let transport = EncodedTransport(
            headers: [field: coding, "Content-Length": "\(body.count)"], body, chunk)
        var request = LoadRequest(source: .url("http://origin.test/a.bmp"))
        request.limits.maxBodyBytes = limit
        return try await HTTPLoader(transport).load(request)
    }

    private func failure(
        _ coding: String, _ body: [UInt8], chunk: Int = .max, limit: Int = 1 << 20
    ) async -> LoadFailure? {
        await loadFailure {
            try await load(coding, body, chunk: chunk, limit: limit).bytes()
        }
    }

    @Test(arguments: whole, [1, 2, 7, .max])
    func `a coding is decoded, however its bytes come`(
        _ coded: (String, [UInt8]), _ chunk: Int
    ) async throws {
        let answer = try await load(coded.0, coded.1, chunk: chunk)
        #expect(answer.expectedByteCount == (coded.1 == Self.text ? Self.text.count : nil))
        #expect(try await answer.bytes() == Self.text)
    }

    @Test func `two members are two parts of one body`() async throws {
        let bytes = try await load("gzip", Encoded.gzip + Encoded.gzip).bytes()
        #expect(bytes == Self.text + Self.text)
    }

    @Test func `a transfer coding besides chunked is decoded too`() async throws {
        let answer = try await load("gzip, chunked", Encoded.gzip, field: "Transfer-Encoding")
        #expect(try await answer.bytes() == Self.text)
    }

    @Test(arguments: ["gzip", "br", "deflate", "zstd"])
    func `an empty body needs no decoder`(_ coding: String) async throws {
        #expect(try await load(coding, []).bytes().isEmpty)
    }

    @Test(arguments: ["dcz", "gzip, dcz", "dcz, gzip", "compress"])
    func `a coding that is not decoded is refused by its name`(_ coding: String) async {
        let failure = await failure(coding, Encoded.gzip)
        #expect(failure?.kind == .malformed)
        let name = coding.contains("dcz") ? "dcz" : coding
        #expect(
            failure?.reason
                == "http://origin.test/a.bmp: Content-Encoding \(name) is not understood")
    }

    @Test(arguments: ["UTF-8", "aws-chunked", "binary", "base64", "image/png", "none", "x, y"])
    func `what names no coding leaves the bytes as they are`(_ name: String) async throws {
        #expect(try await load(name, Self.text).bytes() == Self.text)
        #expect(try await load("\(name), gzip", Encoded.gzip).bytes() == Self.text)
    }

    @Test func `more codings than two are refused`() async {
        let list = Array(repeating: "gzip", count: 3).joined(separator: ", ")
        #expect(await failure(list, Encoded.gzip)?.reason.hasSuffix("is not understood") == true)
    }

    @Test(arguments: [
        ("gzip", Encoded.gzip, 20), ("gzip", Encoded.gzip, 1), ("gzip", Encoded.gzip, 31),
        ("deflate", Encoded.zlib, 10), ("deflate", Encoded.raw, 1), ("br", Encoded.brotli, 9),
        ("zstd", Encoded.zstd, 12),
        ("gzip, gzip", Encoded.twice, 30), ("gzip", Encoded.gzip + Encoded.gzip, 40),
    ])
    func `a truncated body says how much came`(
        _ coding: String, _ body: [UInt8], _ count: Int
    ) async {
        let failure = await failure(coding, Array(body.prefix(count)), chunk: 7)
        #expect(failure?.kind == .truncated)
        #expect(failure?.reason.contains("broke off after \(count) bytes") == true)
    }

    @Test(
        arguments: [
            ("gzip", text), ("br", Array(repeating: 0xFF, count: 9)), ("deflate", [7, 7, 7]),
            ("gzip", Encoded.gzip.dropLast() + [9]),
            ("gzip", Encoded.gzip + [0x1F, 0x8B, 0, 0]),
            ("gzip", Encoded.gzip.prefix(10) + Array(repeating: 0xFF, count: 20)),
        ] as [(String, [UInt8])])
    func `a damaged body is malformed`(_ coding: String, _ body: [UInt8]) async {
        let failure = await failure(coding, body)
        #expect(failure?.kind == .malformed)
        #expect(failure?.reason.contains("\(coding) body is damaged") == true)
    }

    @Test(arguments: [("gzip, gzip", Encoded.bomb), ("br", Encoded.brotliBomb)])
    func `a bomb is refused at the limit`(_ coding: String, _ body: [UInt8]) async throws {
        let answer = try await load(coding, body, limit: 1 << 20)
        var count = 0
        do {
            for try await chunk in answer.chunks {
                #expect(chunk.count <= 64 << 10)
                count += chunk.count
            }
            Issue.record("\(count) bytes came")
        } catch let failure as LoadFailure {
            #expect(failure.kind == .tooLarge)
            #expect(count <= 1 << 20)
        }
        let whole = try await load(coding, body, limit: 100 << 20).bytes()
        #expect(whole.count == 100 << 20)
    }

    @Test func `the limit is that of the decoded bytes, to the byte`() async throws {
        #expect(try await load("gzip", Encoded.gzip, limit: 180).bytes().count == 180)
        #expect(await failure("gzip", Encoded.gzip, limit: 179)?.kind == .tooLarge)
    }

    @Test func `members without bytes have an end`() async {
        let endless = Array(repeating: Encoded.emptyGzip, count: 1000).flatMap(\.self)
        #expect(await failure("gzip", endless, chunk: 100, limit: 1000)?.kind == .tooLarge)
    }

    @Test func `a transport that decodes is believed`() async throws {
        let transport = EncodedTransport(
            headers: ["Content-Encoding": "gzip"], Self.text, .max, decodesContent: true)
        let answer = try await HTTPLoader(transport).load(
            LoadRequest(source: .url("http://origin.test/a.bmp")))
        #expect(try await answer.bytes() == Self.text)
    }

    @Test(arguments: [
        ("bytes 0-189/190", true), ("bytes 0-94/190", false), ("bytes 95-189/190", false),
        ("bytes 0-189/*", false), ("bytes */190", false), ("", false), ("items 0-1/2", false),
    ])
    func `a part that was not asked for is refused unless it is whole`(
        _ range: String, _ isWhole: Bool
    ) async throws {
        let transport = EncodedTransport(status: 206, headers: ["Content-Range": range], [1], 1)
        var request = LoadRequest(source: .url("http://origin.test/a.bmp"))
        let loader = HTTPLoader(transport)
        if isWhole {
            #expect(try await loader.load(request).head.status == 206)
        } else {
            let failure = await loadFailure { [request] in try await loader.load(request) }
            #expect(failure?.kind == .status(206))
            #expect(failure?.reason.contains("no part was asked for") == true)
        }
        request.headers["Range"] = "bytes=0-"
        #expect(try await loader.load(request).head.status == 206)
    }
}

/// A transport that returns bodies as they were sent, in chunks of a size.
private struct EncodedTransport: HTTPTransport {
    var identity: String? { nil }
    let head: ResponseHead
    let body: [UInt8]
    let chunk: Int
    let decodesContent: Bool

    init(
        status: Int = 200, headers: HeaderFields, _ body: [UInt8], _ chunk: Int,
        decodesContent: Bool = false
    ) {
        head = ResponseHead(url: "http://origin.test/a.bmp", status: status, headers: headers)
        (self.body, self.chunk, self.decodesContent) = (body, chunk, decodesContent)
    }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        let step = max(1, min(chunk, body.count))
        let chunks = stride(from: 0, to: body.count, by: step).map {
            ByteBlock(copying: body[$0..<min($0 + step, body.count)])
        }
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: body.count,
            chunks: BodyStream(chunks))
    }

    func shutdown() async {}
}
