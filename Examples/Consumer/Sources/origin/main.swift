import Foundation
import WebImage
import WebImageTesting

// Serves a picture and an animation on loopback until standard input ends; prints the URL first.
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
// Two frames of one pixel, shown 100 and 250 ms.
let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
let delays: [UInt8] = [10, 25]
let frames = delays.flatMap { (delay) -> [UInt8] in
    [0x21, 0xF9, 4, 0, delay, 0, 0, 0] + frame
}
server.reply("/cat.jpg/moving.gif", with: OriginReply(body: header + frames + [0x3B]))
try FileHandle.standardOutput.write(contentsOf: Data("\(server.url("/cat.jpg"))\n".utf8))

while readLine() != nil {}
server.shutdown()
