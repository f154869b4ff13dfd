import Foundation
import WebImage
import WebImageTesting

/// A scripted origin with pictures, and the addresses of them.
struct Source {
    let origin: OriginServer

    init() throws { origin = try OriginServer() }

    /// Returns the bytes of a PNG file of one colour.
    static func png(_ width: Int = 40, _ height: Int = 30) throws -> [UInt8] {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true)
        for y in 0..<height {
            for x in 0..<width { bitmap[x, y] = SIMD4(30, UInt8(x & 255), UInt8(y & 255), 255) }
        }
        let file = try CodecList.installed.encoder(for: .png).encode(
            bitmap, settings: EncodeSettings())
        return file.withUnsafeBytes { Array($0) }
    }

    /// Returns the pixels of a file.
    static func bitmap(of bytes: [UInt8]) throws -> Bitmap {
        let codecs = CodecList.installed
        return try ByteBlock(copying: bytes).withSpan { span throws(CodecError) in
            let format = ImageFormat(signatureOf: span) ?? .png
            return try codecs.decoder(for: format).decode(span, options: DecodeOptions()).bitmap
        }
    }

    /// The reply with a picture.
    static func picture(_ fields: [(String, String)] = []) throws -> OriginReply {
        OriginReply(headers: [("Content-Type", "image/png")] + fields, body: try png())
    }

    /// Returns an address of the library's own grammar for a picture of the origin.
    func own(_ path: String, _ options: String = "-") -> String {
        "/v1/-/-/\(options)/plain/\(origin.url(path).escapedSource)"
    }

    /// Returns an address of imgproxy for a picture of the origin.
    func address(_ path: String, _ options: String = "rs:fit:20:0") -> String {
        "/unsafe/\(options)/plain/\(origin.url(path))"
    }
}

extension String {
    /// An address as the own grammar has it behind `plain/`.
    var escapedSource: String {
        replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: "/", with: "%2F")
            .replacingOccurrences(of: "?", with: "%3F")
    }
}
