import Foundation
import WebImage
import WebImageTesting

// Serves one picture on loopback until standard input ends; the first line it prints is the URL.
var picture = Bitmap(size: PixelSize(width: 640, height: 480), isOpaque: true)
for y in 0..<480 {
    for x in 0..<640 {
        picture[x, y] = SIMD4(UInt8(x * 255 / 640), UInt8(y * 255 / 480), UInt8((x ^ y) & 255), 255)
    }
}
let jpeg = try CodecList.installed.encoder(for: .jpeg).encode(picture, settings: EncodeSettings())

let server = try OriginServer()
server.reply(
    "/cat.jpg",
    with: OriginReply(
        headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "max-age=3600")],
        body: jpeg.withUnsafeBytes { Array($0) }))
try FileHandle.standardOutput.write(contentsOf: Data("\(server.url("/cat.jpg"))\n".utf8))

while readLine() != nil {}
server.shutdown()
