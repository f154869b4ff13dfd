#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Foundation
    import TestSupport
    import WebImage
    import WebImageComparison

    /// Files with something to lose, by its kind and by their format.
    struct LossFixtures {
        private static let size = PixelSize(width: 16, height: 12)
        private static let picture = Scene.photograph(size: size)
        /// The formats in which bytes may stand behind a picture.
        private static let open: [ImageFormat] = [
            .jpeg, .png, .apng, .gif, .webp, .avif, .heic,
        ]

        /// Returns the files of a kind; those without a free file are missing.
        static func files(_ kind: Loss.Kind) throws -> [ImageFormat: [UInt8]] {
            switch kind {
            case .gainMap: try gainMaps()
            case .depthMaps:
                [.jpeg: try file(.jpeg) + described("AuxiliaryImageType=\"disparity\"")]
            case .pictures: try open { try file($0) + file(.jpeg) }
            case .pages: [.tiff: tiff(bits: 8, pages: 2)]
            case .films: try open { try file($0) + box("ftyp", "mp42....") + box("moov", "") }
            case .bytes: try open { try file($0) + Array("berlin".utf8) }
            case .unknown: try damaged()
            case .frames: try frames()
            case .bitDepth: try deep()
            case .light: try light()
            case .profile: try profiles()
            }
        }

        /// Returns files in PQ, and of floats.
        private static func light() throws -> [ImageFormat: [UInt8]] {
            var picture = Bitmap(size: size, as: .rgbaHalf, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    picture[light: x, y] = SIMD4(Float(x) / 4, Float(y) / 4, 1, 1)
                }
            }
            let curve = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            let samples = LightConversion.encoding(curve)?.samples(of: picture) ?? picture
            var settings = EncodeSettings(quality: 90)
            settings.codePoints = curve
            var files: [ImageFormat: [UInt8]] = [:]
            for format in [ImageFormat.png, .avif, .heic, .jxl, .tiff] {
                let encoder = try CodecList.installed.encoder(for: format)
                files[format] = array(
                    try format == .tiff
                        ? encoder.encode(picture, settings: EncodeSettings())
                        : encoder.encode(samples, settings: settings))
            }
            return files
        }

        private static func open(
            _ make: (ImageFormat) throws -> [UInt8]
        ) rethrows -> [ImageFormat: [UInt8]] {
            try Dictionary(uniqueKeysWithValues: open.map { ($0, try make($0)) })
        }

        /// Returns a small picture as a file; an APNG is written with two frames.
        private static func file(
            _ format: ImageFormat, profile: [UInt8]? = nil
        ) throws -> [UInt8] {
            if format == .apng { return try animation(format) }
            var settings = EncodeSettings(quality: 90)
            settings.embedded.profile = profile
            let encoder = try CodecList.installed.encoder(for: format)
            return array(try encoder.encode(picture, settings: settings))
        }

        private static func array(_ block: ByteBlock) -> [UInt8] {
            block.withUnsafeBytes { Array($0) }
        }

        private static func animation(_ format: ImageFormat) throws -> [UInt8] {
            var other = picture
            other.fill(PixelRect(x: 0, y: 0, size: size), with: SIMD4(255, 0, 0, 255))
            guard let encoder = CodecList.installed.animatedEncoder(for: format) else { return [] }
            return array(
                try encoder.encode(ListedFrames([picture, other]), settings: EncodeSettings()))
        }

        private static func frames() throws -> [ImageFormat: [UInt8]] {
            let formats: [ImageFormat] = [.apng, .gif, .webp, .avif, .jxl]
            return try Dictionary(
                uniqueKeysWithValues: formats.map { ($0, try animation($0)) })
        }

        /// Returns a file of the corpus; nil if it is not here.
        private static func corpus(_ path: String) -> [UInt8]? {
            (try? Data(contentsOf: Corpus.folder.appending(path: path))).map { Array($0) }
        }

        private static func deep() throws -> [ImageFormat: [UInt8]] {
            let pixel = [40_000, 30_000, 20_000]
            return [
                .png: PNGFile(pixel: pixel, depth: 16).bytes,
                .apng: PNGFile(pixel: pixel, depth: 16, frameCount: 2).bytes,
                .tiff: tiff(bits: 16, pages: 1),
                .avif: corpus("avif/libavif__fox.profile0.10bpc.yuv420.avif"),
                .heic: corpus("heic/kingfisher__gradient-10b-srgb-opaque.heic"),
                .jxl: corpus("jxl/gen-rgb16.jxl"),
            ].compactMapValues(\.self)
        }

        private static func profiles() throws -> [ImageFormat: [UInt8]] {
            let profile = ICCFile.displayP3.bytes
            var result: [ImageFormat: [UInt8]] = [:]
            for format in [ImageFormat.jpeg, .png, .webp, .avif, .heic, .jxl, .tiff] {
                result[format] = try file(format, profile: profile)
            }
            result[.apng] =
                PNGFile(
                    pixel: [200, 90, 20], chunks: PNGFile.profile(profile), frameCount: 2
                ).bytes
            return result
        }

        /// Returns pictures that are shown although a byte between their parts is wrong.
        private static func damaged() throws -> [ImageFormat: [UInt8]] {
            var jpeg = try file(.jpeg)
            // Behind the segment of JFIF.
            jpeg.insert(0, at: 2 + 18)
            var gif = try file(.gif)
            gif.insert(1, at: gif.count - 1)
            return [.jpeg: jpeg, .gif: gif]
        }
    }

    // Gain maps and depth maps.
    extension LossFixtures {
        private static func gainMaps() throws -> [ImageFormat: [UInt8]] {
            let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
            let base = inserted(segment(0xE2, name + [0, 0, 0, 0]), in: try file(.jpeg))
            let map = inserted(segment(0xE2, name + numbers), in: try file(.jpeg))
            let stream = try file(.jxl)
            let content = [0] + big(numbers.count, 2) + numbers + [0] + big(0, 4) + stream
            let jxl =
                box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", "jxl ....jxl ")
                + box("jxlc", stream) + box("jhgm", content)
            return [
                .jpeg: base + map, .jxl: jxl,
                .avif: corpus("avif/libavif__seine_sdr_gainmap_srgb_icc.avif"),
            ].compactMapValues(\.self)
        }

        /// The block of ISO 21496-1: headroom 1, gain 0 to 1.
        private static var numbers: [UInt8] {
            let fractions = [(0, 1), (1, 1), (0, 1), (1, 1), (1, 1), (1, 64), (1, 64)]
            return [0, 0, 0, 0, 0] + fractions.flatMap { big($0.0, 4) + big($0.1, 4) }
        }

        /// Returns a JPEG that Apple's XMP describes.
        private static func described(_ property: String) throws -> [UInt8] {
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
                xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
                xmlns:a="http://ns.apple.com/pixeldatainfo/1.0/" a:\(property)/></rdf:RDF></x:xmpmeta>
                """
            let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
            return inserted(segment(0xE1, name + Array(packet.utf8)), in: try file(.jpeg))
        }

        private static func inserted(_ segment: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
            Array(jpeg[..<2]) + segment + jpeg[2...]
        }

        private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker] + big(content.count + 2, 2) + content
        }

        private static func box(_ name: String, _ content: String) -> [UInt8] {
            box(name, Array(content.utf8).map { $0 == UInt8(ascii: ".") ? 0 : $0 })
        }

        private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            big(content.count + 8, 4) + Array(name.utf8) + content
        }

        private static func big(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }

    // Documents.
    extension LossFixtures {
        /// Returns a TIFF of grey pages, 16 × 12 pixels each.
        private static func tiff(bits: Int, pages: Int) -> [UInt8] {
            func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
                big(tag, 2) + big(type, 2) + big(1, 4)
                    + (type == 3 ? big(value, 2) + [0, 0] : big(value, 4))
            }
            let strip = (0..<16 * 12 * bits / 8).map { UInt8(truncatingIfNeeded: $0) }
            var bytes = Array("MM".utf8) + [0, 42] + big(8 + strip.count, 4) + strip
            for page in 1...pages {
                let entries = [
                    entry(256, 3, 16), entry(257, 3, 12), entry(258, 3, bits), entry(259, 3, 1),
                    entry(262, 3, 1), entry(273, 4, 8), entry(277, 3, 1), entry(278, 3, 12),
                    entry(279, 4, strip.count),
                ]
                let end = bytes.count + 2 + entries.count * 12 + 4
                bytes += big(entries.count, 2) + entries.joined()
                bytes += big(page < pages ? end : 0, 4)
            }
            return bytes
        }
    }
#endif
