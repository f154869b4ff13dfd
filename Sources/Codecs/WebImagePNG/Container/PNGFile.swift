#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    /// The chunks read so far, without pixels.
    ///
    /// Of contradicting chunks of one kind the first counts.
    struct PNGFile {
        /// The IHDR chunk; nil before it is read.
        private(set) var header: PNGHeader?
        /// The animation; nil without `acTL`.
        var animation: PNGAnimation?
        /// The EXIF block as a TIFF structure.
        private(set) var exif: [UInt8]?
        /// `true` once a pixel chunk was seen.
        private(set) var seesPixels = false
        let limits: DecodeLimits
        let inflater: PNGInflater
        private var palette: [UInt8] = []
        private var transparency: [UInt8] = []
        /// The chunks that state colours.
        private(set) var colors = PNGColors()
        private var hasAnimationControl = false
        /// The bodies of `fcTL` before `acTL`, an order that is allowed.
        private var earlyFrames: [[UInt8]] = []
        private var density: PixelDensity?

        init(limits: DecodeLimits, inflater: PNGInflater) {
            self.limits = limits
            self.inflater = inflater
        }

        /// Returns the maximum size of a profile, large enough for any legitimate one.
        static func maxProfile(_ limits: DecodeLimits) -> Int {
            min(max(limits.maxBytes, 1), 8 << 20)
        }

        /// Handles a collected chunk.
        ///
        /// - Throws: `CodecError.damaged` if it is invalid, `CodecError.limit` if it exceeds the
        ///   limits.
        mutating func take(_ name: PNGName, _ body: [UInt8], isSound: Bool) throws(CodecError) {
            guard let header else {
                guard name == .header else { throw .damaged(.png, "the first chunk is not IHDR") }
                let header = try PNGHeader(body, isSound: isSound)
                try limits.check(header.size, format: .png, bytesPerPixel: 0)
                self.header = header
                return
            }
            switch name {
            case .header: throw .damaged(.png, "IHDR occurs twice")
            case .animation where !seesPixels:
                takeAnimation(isSound ? body : [])
                for frame in earlyFrames {
                    try animation?.take(frame, canvas: header.size, limits: limits)
                }
            case .frame where !hasAnimationControl && !seesPixels:
                // A second one ends the animation already.
                if earlyFrames.count < 2 { earlyFrames.append(isSound ? body : []) }
            case .frame:
                try animation?.take(isSound ? body : [], canvas: header.size, limits: limits)
            case .palette: try takePalette(body, isSound)
            default: if isSound { takeOther(name, body) }
            }
        }

        /// Handles the beginning of a pixel chunk.
        ///
        /// - Throws: `CodecError.damaged` if a chunk required before it is missing.
        mutating func begin(
            _ name: PNGName, sequence: UInt32?, place: Int
        ) throws(CodecError) {
            guard let header else { throw .damaged(.png, "the first chunk is not IHDR") }
            if header.colorType == 3, palette.isEmpty {
                throw .damaged(.png, "the palette is missing")
            }
            animation?.begin(
                sequence: sequence, place: place, isFirst: !seesPixels, canvas: header.size)
            if name == .pixels { seesPixels = true }
        }

        private mutating func takePalette(_ body: [UInt8], _ isSound: Bool) throws(CodecError) {
            guard header?.colorType == 3, !seesPixels else { return }
            guard isSound, body.count % 3 == 0, !body.isEmpty, palette.isEmpty else {
                throw .damaged(.png, "the palette of \(body.count) bytes is invalid or repeated")
            }
            palette = body
        }

        /// Handles `acTL`; as in browsers, a second one makes the file a still image.
        private mutating func takeAnimation(_ body: [UInt8]) {
            animation = hasAnimationControl ? nil : PNGAnimation(body)
            hasAnimationControl = true
        }

        private mutating func takeOther(_ name: PNGName, _ body: [UInt8]) {
            switch name {
            case .exif where exif == nil:
                exif = body.span.bytes.has("Exif\0\0") ? Array(body[6...]) : body
            case .density where density == nil:
                density = Self.density(body)
            case _ where seesPixels: break
            case .transparency where transparency.isEmpty: transparency = body
            default: colors.take(name, body)
            }
        }

        private static func density(_ body: [UInt8]) -> PixelDensity? {
            let bytes = body.span.bytes
            guard let x = bytes.u32(at: 0, .big), let y = bytes.u32(at: 4, .big), x > 0, y > 0,
                bytes.u8(at: 8) == 1
            else { return nil }
            return PixelDensity(perMetreX: Double(x), y: Double(y))
        }
    }

    extension PNGFile {
        /// The orientation in the EXIF block.
        var orientation: Orientation {
            exif.map { Orientation(exif: $0.span.bytes) } ?? .up
        }

        /// `true` if pixels may be transparent.
        var hasAlpha: Bool {
            switch header?.colorType {
            case 4, 6: true
            case 3: !transparency.isEmpty && transparency.count <= palette.count / 3
            case 2: transparency.count == 6
            default: transparency.count == 2
            }
        }

        /// The bits of a sample that count: of samples of 16 bits those that `sBIT` states, but
        /// more than 8, as whose widened samples they would be taken; nil before the header.
        var significantBits: Int? {
            guard let header, header.bitDepth == 16,
                let stated = PNGChunk.significantBits(colors.bitsChunk, of: header.form)
            else { return header?.bitDepth }
            return max(stated, 9)
        }

        /// Returns all chunks before the pixels for libpng, with `size` in the header.
        ///
        /// The palette precedes transparency, regardless of the order in the file.
        func chunks(size: PixelSize) -> [UInt8] {
            guard let header else { return [] }
            let rest =
                Self.chunk(.palette, palette)
                + (hasAlpha ? Self.chunk(.transparency, transparency) : [])
            return PNGParser.signature + header.chunk(size: size) + rest
        }

        /// The colours as the chunks state them.
        var color: ColorDescription {
            colors.codePoints ?? profile.map { .profile($0) } ?? colors.plain
        }

        /// The profile of `iCCP`; nil if it is missing or damaged.
        private var profile: ByteBlock? {
            let profileChunk = colors.profileChunk
            guard let header, !profileChunk.isEmpty else { return nil }
            let bytes =
                PNGParser.signature + header.chunk(size: PixelSize(width: 1, height: 1))
                + Self.chunk(.profile, profileChunk)
            return try? PNGReader(chunks: bytes, maxChunk: Self.maxProfile(limits)).profile
        }

        /// The metadata of all chunks read so far.
        var metadata: ImageMetadata {
            let size = header?.size ?? PixelSize(width: 0, height: 0)
            var metadata = ImageMetadata(
                size: orientation.upright(size), orientation: orientation, hasAlpha: hasAlpha)
            if let animation, animation.frames.count > 1 {
                metadata.frameCount = animation.frames.count
                metadata.durations = animation.frames.map(\.layout.duration)
                metadata.loopCount = animation.loopCount
            }
            metadata.isTruncated = animation?.isCutOff == true
            metadata.density = density
            metadata.contentLight = colors.contentLight
            metadata.exif = exif
            return metadata
        }

        private static func chunk(_ name: PNGName, _ body: [UInt8]) -> [UInt8] {
            guard !body.isEmpty else { return [] }
            return PNGName(rawValue: UInt32(body.count)).bytes + name.bytes + body + [0, 0, 0, 0]
        }
    }
#endif
