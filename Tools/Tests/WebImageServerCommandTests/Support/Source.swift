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

    /// The reply with a picture.
    static func picture(_ fields: [(String, String)] = []) throws -> OriginReply {
        OriginReply(headers: [("Content-Type", "image/png")] + fields, body: try png())
    }

    /// Returns an address of imgproxy for a picture of the origin.
    func address(_ path: String, _ options: String = "rs:fit:20:0") -> String {
        "/unsafe/\(options)/plain/\(origin.url(path))"
    }
}
