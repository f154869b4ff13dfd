#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// The settings of an encode as they travel; the metadata to embed is the bytes of the request.
    ///
    /// Size, most bytes, policy of metadata and timing do not: the encode stage applies them.
    struct WireSettings {
        private var settings: EncodeSettings
        /// The numbers of bytes of EXIF, XMP, IPTC and profile.
        private let counts: [Int?]

        private static let chromas: [ChromaSubsampling] = [.automatic, .none, .horizontal, .both]

        init(_ settings: EncodeSettings) {
            self.settings = settings
            counts = Self.blocks(of: settings).map { $0?.count }
        }

        /// Returns the metadata that settings embed, one block after the other.
        static func bytes(of settings: EncodeSettings) -> [UInt8] {
            blocks(of: settings).flatMap { $0 ?? [] }
        }

        private static func blocks(of settings: EncodeSettings) -> [[UInt8]?] {
            let embedded = settings.embedded
            return [embedded.exif, embedded.xmp, embedded.iptc, embedded.profile]
        }

        func write(to packet: inout PacketWriter) {
            packet.write(UInt8(clamping: settings.quality))
            packet.write(settings.isLossless)
            packet.write(settings.isProgressive)
            packet.write(settings.effort) { $0.write(UInt8(clamping: $1)) }
            packet.write(settings.maxColorCount) { $0.write(UInt8(clamping: max($1, 1) - 1)) }
            packet.write(UInt8(Self.chromas.firstIndex(of: settings.chroma) ?? 0))
            for channel in 0..<3 { packet.write(settings.matte[channel]) }
            packet.write(count: max(settings.thumbnailSide, 0))
            packet.write(settings.embedded.density.flatMap { $0.isUsual ? $0 : nil }) {
                $0.write($1)
            }
            packet.write(settings.embedded.isBaseOfGainMap)
            packet.write(settings.codePoints) { $0.write($1) }
            packet.write(settings.contentLight) { $0.write($1) }
            for count in counts { packet.write(count) { $0.write(count: $1) } }
        }

        init(from packet: inout PacketReader) throws(PacketError) {
            settings = EncodeSettings(quality: Int(try packet.read(UInt8.self)))
            settings.isLossless = try packet.readFlag()
            settings.isProgressive = try packet.readFlag()
            settings.effort = try packet.readOptional { packet throws(PacketError) in
                Int(try packet.read(UInt8.self))
            }
            settings.maxColorCount = try packet.readOptional { packet throws(PacketError) in
                Int(try packet.read(UInt8.self)) + 1
            }
            let chroma = Int(try packet.read(UInt8.self))
            guard Self.chromas.indices.contains(chroma) else {
                throw PacketError("a chroma subsampling of \(chroma)")
            }
            settings.chroma = Self.chromas[chroma]
            for channel in 0..<3 { settings.matte[channel] = try packet.read() }
            settings.thumbnailSide = try packet.readCount("a side")
            settings.embedded.density = try packet.readOptional { packet throws(PacketError) in
                try packet.readDensity()
            }
            settings.embedded.isBaseOfGainMap = try packet.readFlag()
            settings.codePoints = try packet.readOptional { packet throws(PacketError) in
                try packet.readCodePoints()
            }
            settings.contentLight = try packet.readOptional { packet throws(PacketError) in
                try packet.readContentLight()
            }
            var counts: [Int?] = []
            for _ in 0..<4 {
                counts.append(
                    try packet.readOptional { packet throws(PacketError) in
                        try packet.readCount("bytes of metadata", in: 0...Message.maxBlock)
                    })
            }
            self.counts = counts
        }

        /// Returns the settings with the metadata in the bytes of a request.
        func settings(with bytes: RawSpan) -> EncodeSettings {
            var rest = bytes.withUnsafeBytes { Array($0) }[...]
            let blocks = counts.map { count in
                count.map { count in
                    defer { rest = rest.dropFirst(count) }
                    return Array(rest.prefix(count))
                }
            }
            var result = settings
            result.embedded.exif = blocks[0]
            result.embedded.xmp = blocks[1]
            result.embedded.iptc = blocks[2]
            result.embedded.profile = blocks[3]
            return result
        }
    }

    extension PacketWriter {
        mutating func write(_ codePoints: ColorCodePoints) {
            write(count: codePoints.primaries.rawValue)
            write(count: codePoints.transfer.rawValue)
        }

        mutating func write(_ light: ContentLight) {
            write(count: light.maximum)
            write(count: light.average)
        }

        mutating func write(_ density: PixelDensity) {
            write(density.x.bitPattern)
            write(density.y.bitPattern)
        }
    }

    extension PacketReader {
        mutating func readCodePoints() throws(PacketError) -> ColorCodePoints {
            let primaries = try readCount("primaries", in: 1...255)
            let transfer = try readCount("a transfer function", in: 1...255)
            guard let primaries = ColorPrimaries(rawValue: primaries),
                let transfer = TransferFunction(rawValue: transfer)
            else {
                throw PacketError("primaries of \(primaries), a transfer function of \(transfer)")
            }
            return ColorCodePoints(primaries: primaries, transfer: transfer)
        }

        mutating func readContentLight() throws(PacketError) -> ContentLight {
            let range = 0...Int(UInt16.max)
            return ContentLight(
                maximum: try readCount("cd/m²", in: range),
                average: try readCount("cd/m² in the mean", in: range))
        }

        mutating func readDensity() throws(PacketError) -> PixelDensity {
            let x = Double(bitPattern: try read())
            let density = PixelDensity(x: x, y: Double(bitPattern: try read()))
            guard density.isUsual else { throw PacketError("a density of \(density)") }
            return density
        }
    }

    extension PixelDensity {
        /// `true` for finite numbers of up to a thousand million.
        var isUsual: Bool { (0...1e9).contains(x) && (0...1e9).contains(y) }
    }
#endif
