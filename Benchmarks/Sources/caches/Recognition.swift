import CCounting
import WebImage

/// The recognition of formats by their first bytes.
struct Recognition {
    /// The first bytes of a JPEG, a PNG, a WebP and an AVIF.
    private let heads: [ByteBlock] = [
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8),
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8),
        Array("RIFF".utf8) + [9, 9, 9, 0] + Array("WEBPVP8 ".utf8),
        [0, 0, 0, 32] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("avifmif1miafMA1B".utf8),
    ].map { ByteBlock(copying: $0 + [UInt8](repeating: 0, count: 100)) }

    /// Recognizes `count` files.
    func run(_ count: Int) throws {
        counting_begin()
        for index in 0..<count {
            guard EncodedImage(heads[index & 3]).format != nil else {
                throw CachesError("a format that is not recognized")
            }
        }
        counting_end()
    }
}
