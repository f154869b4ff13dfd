import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// An encoder of pictures and animations of at most 255 frames as dots.
struct DotsEncoder: AnimatedImageEncoder {
    var identity: String { "dots-1" }
    var format: ImageFormat { .dots }

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        Self.file(of: [bitmap], plays: 1)
    }

    func encode(
        _ frames: any FrameProvider, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock {
        var bitmaps: [Bitmap] = []
        do {
            for index in 0..<frames.count { bitmaps.append(try frames.frame(at: index).bitmap) }
        } catch {
            throw .encoding(.dots, "\(error)")
        }
        return Self.file(of: bitmaps, plays: frames.loopCount)
    }

    private static func file(of bitmaps: [Bitmap], plays: Int) -> ByteBlock {
        let size = bitmaps[0].size
        let head = DotsFile(size: size, frameCount: bitmaps.count, loopCount: plays).bytes
        var bytes = Array(head[..<DotsFile.headCount])
        for (index, bitmap) in bitmaps.enumerated() {
            bytes.append(UInt8(index + 2))
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = bitmap[x, y]
                    bytes += [pixel[0], pixel[1], pixel[2], pixel[3]]
                }
            }
        }
        return ByteBlock(copying: bytes + Array("STOD".utf8))
    }
}

/// An encoder whose files have the size that a test sets, and which records its settings.
final class ScriptedEncoder: ImageEncoder {
    private let state = Mutex<[EncodeSettings]>([])
    private let byteCount: @Sendable (Bitmap, EncodeSettings) -> Int
    let hasQuality: Bool

    init(
        hasQuality: Bool = true,
        byteCount: @escaping @Sendable (Bitmap, EncodeSettings) -> Int = { _, _ in 1 }
    ) {
        self.hasQuality = hasQuality
        self.byteCount = byteCount
    }

    /// The settings of every encode.
    var settings: [EncodeSettings] { state.withLock { $0 } }
    var identity: String { "scripted" }
    var format: ImageFormat { .jpeg }

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        state.withLock { $0.append(settings) }
        return ByteBlock(copying: [UInt8](repeating: 0, count: byteCount(bitmap, settings)))
    }
}
