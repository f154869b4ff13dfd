import WebImageCoding
import WebImagePixels

/// encode: one file of a picture and its gain map, both by the encoder of the picture.
final class GainMapEncoding {
    private let encoder: any ImageEncoder
    private let writer: GainMapWriter
    private let pixels: Bitmap
    /// The map's file by its quality, nil for one that is too long; lower qualities of the picture
    /// do not change it.
    private var made: (quality: Int, file: ByteBlock?)?

    /// The lowest quality of a map: steps in it are steps of brightness.
    private static let leastQuality = 75
    /// The map takes at most a third of a limit of bytes; else the file is better without it.
    private static let mostShare = 3

    /// Creates the encoding of the map that an image has, for the image in a size; nil if there is
    /// none, or the format has none.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    init?(of image: DecodedImage, in size: PixelSize, _ encoder: any ImageEncoder)
        throws(CodecError)
    {
        guard let pixels = image.gainMap, let map = image.metadata.gainMap,
            let stated = GainMapWriter.stated(map)
        else { return nil }
        var moved = MovedGainMap(pixels, of: stated, base: image.size)
        moved.add([.scale(to: size)])
        self.pixels = try Bitmap.reserving(moved.byteCount) { () throws(CodecError) in
            moved.result()
        }
        var described = stated
        described.size = self.pixels.size
        guard let writer = GainMapWriter(described, format: encoder.format) else { return nil }
        (self.encoder, self.writer) = (encoder, writer)
    }

    /// Returns the file of the picture with its map; without it if the encoder refuses the map, or
    /// writes files that cannot be joined.
    func file(of picture: Bitmap, _ settings: EncodeSettings) throws(CodecError) -> EncodedFile {
        do throws(CodecError) {
            return try joined(picture, settings)
        } catch {
            guard case .encoding = error else { throw error }
            return try encoder.encodedFile(picture, settings: settings)
        }
    }

    private func joined(
        _ picture: Bitmap, _ settings: EncodeSettings
    ) throws(CodecError) -> EncodedFile {
        let map = try mapFile(settings)
        var settings = settings
        settings.embedded.isBaseOfGainMap = true
        settings.embedded.xmp = writer.xmp(settings.embedded.xmp, mapByteCount: map.count)
        var file = try encoder.encodedFile(picture, settings: settings)
        file.bytes = try writer.joined(base: file.bytes, map: map)
        return file
    }

    /// Returns `true` if the map leaves enough of a limit of bytes for the picture.
    func fits(_ settings: EncodeSettings) throws(CodecError) -> Bool {
        try encodedMap(max(settings.quality, Self.leastQuality), settings) != nil
    }

    private func mapFile(_ settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        let quality = max(settings.quality, Self.leastQuality)
        if made?.quality != quality {
            made = (quality, try encodedMap(quality, settings))
        }
        guard let file = made?.file else {
            throw .encoding(encoder.format, "the gain map is too long for the limit of bytes")
        }
        return file
    }

    /// Returns the map's file; nil for one that is too long.
    private func encodedMap(
        _ quality: Int, _ settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock? {
        let own = EncodeSettings(
            quality: quality, isLossless: settings.isLossless, effort: settings.effort,
            chroma: .none)
        let file = try writer.prepared(encoder.encode(pixels, settings: own))
        let most = settings.maxByteCount.map { $0 / Self.mostShare } ?? .max
        return file.count <= most ? file : nil
    }
}
