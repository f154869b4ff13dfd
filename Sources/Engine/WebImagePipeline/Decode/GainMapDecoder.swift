import WebImageCoding
import WebImagePixels

/// decode: the gain map of a picture, moved as the picture is.
///
/// The map's file is decoded by the decoder of the base, in the same place.
struct GainMapDecoder {
    let decoder: any ImageDecoder
    /// The limits that the base leaves.
    private let limits: DecodeLimits
    private let base: ImageMetadata
    private let map: GainMap

    /// Creates the decoding of the map that a base has.
    init(
        _ map: GainMap, of base: ImageMetadata, _ decoder: any ImageDecoder, _ limits: DecodeLimits
    ) {
        (self.map, self.base, self.decoder) = (map, base, decoder)
        var rest = limits
        rest.maxPixels -= base.size.area
        rest.maxBytes -= Bitmap.byteCount(of: base.size)
        self.limits = rest
    }

    /// Returns the pixels of the map after the moves of the base.
    ///
    /// - Throws: `CodecError`; the base can be shown without the map.
    func pixels(in encoded: EncodedImage, _ moves: [PixelMove]) throws(CodecError) -> Bitmap {
        let format = encoded.format ?? .jpeg
        guard let file = GainMapReading.file(of: encoded) else {
            throw .damaged(format, "the gain map has no picture")
        }
        let stored = base.orientation.upright(base.size)
        var options = DecodeOptions(limits: limits)
        if !Self.turnsMaps(format) { options.downsampling = downsampling(moves, of: stored) }
        var output = try file.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: options)
        }
        guard output.bitmap.colorSpace != .cmyk, !output.metadata.isTruncated else {
            throw .damaged(format, "the picture of the gain map")
        }
        // Values are no colours, whatever the file says.
        output.bitmap.colorSpace = .sRGB
        let turn = orientation(of: output.metadata, format)
        let size = turn.upright(map.size)
        guard size.isLike(stored) else {
            throw .damaged(format, "the gain map, \(size), has not the shape of \(stored)")
        }
        if turn != .up {
            output.bitmap = try output.bitmap.replaced(by: turn.upright(output.bitmap.size)) {
                $0.oriented(turn)
            }
        }
        var moved = MovedGainMap(output.bitmap, of: map, size: size, base: stored)
        moved.add(moves)
        return try Bitmap.reserving(moved.byteCount) { () throws(CodecError) in
            KernelCancellation.observing { moved.result() }
        }
    }

    /// Returns the scaling while the map is decoded, to no less than the result needs.
    private func downsampling(_ moves: [PixelMove], of stored: PixelSize) -> Downsampling {
        let whole = Bitmap(size: PixelSize(width: 1, height: 1))
        var moved = MovedGainMap(whole, of: map, size: map.size, base: stored)
        moved.add(moves)
        let needed = moved.neededSize
        guard needed.width < map.size.width, needed.height < map.size.height else {
            return Downsampling()
        }
        return Downsampling(box: needed, fit: .stretch)
    }

    /// Returns the turn that makes the stored pixels of the map those of the stored base.
    ///
    /// In JPEG and JPEG XL the map is stored as the base is.
    private func orientation(of own: ImageMetadata, _ format: ImageFormat) -> Orientation {
        guard Self.turnsMaps(format), own.orientation != base.orientation else { return .up }
        return own.orientation.followed(by: base.orientation.inverse)
    }

    /// Returns `true` if each picture of a file has an orientation of its own.
    private static func turnsMaps(_ format: ImageFormat) -> Bool {
        format == .avif || format == .heic
    }

    /// Estimates the bytes of memory for the map.
    func demand(in encoded: EncodedImage) -> Int {
        let demand = GainMapReading.file(of: encoded)?.bytes.withSpan {
            decoder.memoryDemand(of: $0, options: DecodeOptions(limits: limits))
        }
        return (demand?.byteCount ?? 0) + 3 * Bitmap.byteCount(of: map.size)
    }
}

extension Orientation {
    /// The orientation that has the opposite effect.
    fileprivate var inverse: Orientation {
        isMirrored ? self : Orientation(quarterTurns: -quarterTurns)
    }
}
