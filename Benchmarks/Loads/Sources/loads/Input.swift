import Foundation
import WebImage
import WebImageTesting

/// The picture to load.
enum Input {
    static func write(width: Int, height: Int, _ path: String) throws {
        let bitmap = Scene.photograph(size: PixelSize(width: width, height: height))
        let encoder = try CodecList.installed.encoder(for: .jpeg)
        let bytes = try encoder.encode(bitmap, settings: EncodeSettings())
        try bytes.withSpan { span in
            try span.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
        }
        print("\(path): \(bytes.count) bytes")
    }
}

/// The HTTP server, in this process.
enum Origin {
    static func serve(file: String) throws {
        let server = try OriginServer()
        let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        server.reply(
            "/picture", with: OriginReply(headers: [("Content-Type", "image/jpeg")], body: body))
        print(server.url("/picture"))
        fflush(nil)
        while readLine() != nil {}
        server.shutdown()
    }
}
