import WebImageBytes
import WebImageColorimetry
import WebImagePixels

/// The gain map of a JPEG XL file: the box `jhgm` with the numbers, the alternate's colours and a
/// codestream (libjxl, `gain_map.h`).
struct JPEGXLGainMap {
    let map: GainMap
    /// The range of the bare codestream of its pixels.
    let stream: Range<Int>

    /// Reads the box; nil without one.
    ///
    /// - Throws: `GainMapDamage` for a box that is damaged.
    init?(of bytes: RawSpan) throws(GainMapDamage) {
        guard let box = bytes.firstBox(["jhgm"], in: 0..<bytes.byteCount) else { return nil }
        let cut = GainMapDamage("the box of the gain map is cut off")
        var reader = ByteReader(at: box.lowerBound, .big)
        guard let version = reader.u8(of: bytes), let count = reader.u16(of: bytes) else {
            throw cut
        }
        guard version == 0 else {
            throw GainMapDamage("the box of the gain map has version \(version); 0 is known")
        }
        let numbers = reader.offset..<reader.offset + Int(count)
        guard numbers.upperBound <= box.upperBound else { throw cut }
        let block = try GainMapBlock(of: bytes, in: numbers)
        reader = ByteReader(at: numbers.upperBound, .big)
        guard let colors = reader.u8(of: bytes), reader.skip(Int(colors), of: bytes) != nil,
            let profile = reader.u32(of: bytes), reader.skip(Int(profile), of: bytes) != nil,
            reader.offset <= box.upperBound
        else { throw cut }
        stream = reader.offset..<box.upperBound
        let pixels = bytes.extracting(stream)
        guard let size = StoredPixels.size(jxl: pixels) else {
            throw GainMapDamage("the gain map has no codestream")
        }
        let type = StoredPixels(of: pixels, format: .jxl).colorType
        map = block.map(size: size, channelCount: type == .gray ? 1 : 3)
    }
}
