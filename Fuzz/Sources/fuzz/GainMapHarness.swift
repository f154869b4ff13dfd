import WebImage

@testable import WebImageBytes
@testable import WebImageColorimetry
@testable import WebImageMetadata
@testable import WebImagePixels

/// The test of the readers of gain maps, of what takes one out of a file, and of the light that the
/// numbers of one make.
///
/// An input with the signature of a format is a whole file: the index of pictures in JPEG, the
/// `tmap` item of AVIF and HEIC, the box of JPEG XL. Any other one is at once a block of ISO
/// 21496-1, an XMP packet and an index of pictures.
struct GainMapHarness {
    let limits: DecodeLimits

    func run(_ bytes: UnsafeRawBufferPointer) {
        let image = EncodedImage(ByteBlock(copying: bytes))
        guard image.format == nil else { return read(image) }
        let array = Array(bytes)
        readBlock(array)
        readPacket(array)
        if var index = MultiPictureIndex(array) {
            precondition(index.distances.count <= 16)
            index.move(by: 1 << 20, firstSize: 4711)
        }
    }

    private func read(_ image: EncodedImage) {
        let size = PixelSize(width: 4096, height: 4096)
        if case .map(let map) = GainMapReading(of: image, size: size, exif: nil) {
            let file = GainMapReading.file(of: image)
            precondition((file?.bytes.count ?? 0) <= image.bytes.count, "A map is too long.")
            check(map)
        }
        if let decoder = image.format.flatMap({ try? CodecList.fuzzed.decoder(for: $0) }) {
            LightHarness(limits: limits).run(image, with: decoder)
        }
        for policy in [MetadataPolicy.drop, .dropLocation] {
            _ = try? MetadataRemoval(policy).file(of: image)
        }
        if let format = image.format, let rest = try? GainMapRemoval.file(of: image) {
            var rest = EncodedImage(rest)
            rest.format = format
            let reading = GainMapReading(of: rest, size: size, exif: nil)
            precondition(reading == .none, "A map stays.")
        }
    }

    private func readBlock(_ bytes: [UInt8]) {
        let block = bytes.withView { try? GainMapBlock(of: $0, in: 0..<$0.byteCount) }
        guard let block else { return }
        check(block.map(size: PixelSize(width: 1, height: 1), channelCount: 1))
        for channelCount in [1, 3] {
            apply(block.map(size: Self.values.size, channelCount: channelCount))
        }
    }

    private static let base = Bitmap(
        size: PixelSize(width: 11, height: 5), isOpaque: false
    ) { x, y in SIMD4(Double(x) / 10, Double(y) / 4, Double(x * y % 5) / 4, Double(11 - x) / 11) }
    private static let values = Bitmap(size: PixelSize(width: 4, height: 3), isOpaque: true) {
        SIMD4(Double($0) / 3, Double($1) / 2, Double($0 * $1 % 2), 1)
    }
    private static let decoding = LightConversion.decoding(.sRGB)

    /// Applies the numbers of a map, which are not checked, as a decoder may have stated them.
    private func apply(_ map: GainMap) {
        let primaries = (ColorPrimaries.bt709.chromaticities, ColorPrimaries.bt2020.chromaticities)
        let colors = GainMapLight.Colors(
            base: primaries.0.matrix(to: primaries.1), result: primaries.1.matrix(to: primaries.0))
        for headroom in [nil, 2.0] {
            let gain = GainMapLight(
                Self.values, of: map, weight: map.weight(headroom: headroom),
                colors: map.usesBaseColors ? nil : colors)
            guard let gain, let light = Self.decoding?.light(of: Self.base, with: gain) else {
                continue
            }
            LightHarness.check(light)
        }
    }

    /// Writes the numbers of a map, which are read as they were, but for the finest steps.
    private func check(_ map: GainMap) {
        guard let bytes = GainMapBlock.bytes(of: map) else { return }
        let block = bytes.withView { try? GainMapBlock(of: $0, in: 0..<$0.byteCount) }
        let pairs = [
            (map.baseHeadroom, block?.baseHeadroom),
            (map.alternateHeadroom, block?.alternateHeadroom),
            (map.channels[0].minimum, block?.channels[0].minimum),
            (map.channels[0].gamma, block?.channels[0].gamma),
        ]
        for (written, read) in pairs {
            let difference = abs((written ?? .nan) - (read ?? .nan))
            precondition(difference <= 1e-6 * max(1, abs(written ?? 0)), "A number changes.")
        }
    }

    private func readPacket(_ packet: [UInt8]) {
        if let packet = try? UltraHDRPacket(packet) {
            apply(
                GainMap(
                    kind: .ultraHDR, size: Self.values.size, channelCount: 1,
                    channels: packet.channels, baseHeadroom: packet.baseHeadroom,
                    alternateHeadroom: packet.alternateHeadroom))
        }
        _ = AppleGainMap.isDescribed(by: packet)
        _ = try? AppleGainMap.headroom(packet: packet, exif: packet)
        let announced = XMPPacket.announcing(mapByteCount: 4711, besides: packet)
        precondition(UltraHDRPacket.announces(announced), "A map is not announced.")
        guard let cleaned = GainMapWriter.cleaned(packet) else { return }
        precondition(!UltraHDRPacket.announces(cleaned), "A map is announced.")
        precondition(GainMapWriter.cleaned(cleaned) == cleaned, "A clean packet is not clean.")
    }
}
