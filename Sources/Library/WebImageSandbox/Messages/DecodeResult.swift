#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// A worker's answer to one request.
    enum DecodeResult {
        case demand(MemoryDemand?)
        case metadata(ImageMetadata)
        case color(ColorDescription)
        case picture(DecodeOutput)
        case frames(FrameListing?)
        case frame(ImageFrame)
        case converted(Bitmap)
        case description(String?)
        /// A file, and the size that its header states.
        case file(ByteBlock, PixelSize?)

        /// Writes the result's numbers to the packet, all else to the blocks after it.
        func write(to packet: inout PacketWriter, _ blocks: inout ResultBlocks) {
            switch self {
            case .demand(let demand):
                packet.write(demand) { $1.write(to: &$0) }
            case .metadata(let metadata): metadata.write(to: &packet, &blocks)
            case .color(let color): Self.write(color, to: &packet, &blocks)
            case .picture(let output):
                WirePicture(output.bitmap).write(to: &packet)
                packet.write(output.isScaled)
                output.metadata.write(to: &packet, &blocks)
                Self.write(output.color, to: &packet, &blocks)
                blocks.bitmap = output.bitmap
            case .frames(let frames):
                packet.write(frames) { $1.write(to: &$0) }
                if let frames { blocks.append(frames.rawDurations + frames.durations) }
            case .frame(let frame):
                WirePicture(frame.bitmap).write(to: &packet)
                packet.write(frame.duration)
                blocks.bitmap = frame.bitmap
            case .converted(let bitmap):
                WirePicture(bitmap).write(to: &packet)
                blocks.bitmap = bitmap
            case .description(let text):
                packet.write(text) { $0.write($1, limit: Message.maxText) }
            case .file(let bytes, let size):
                packet.write(count: bytes.count)
                packet.write(size) { $0.write($1) }
                blocks.append(bytes)
            }
        }

        /// Reads the result of a request, and checks each number against what was asked for.
        ///
        /// - Parameter blocks: The data after the packet.
        init(
            of request: DecodeRequest, from packet: inout PacketReader, _ blocks: ReceivedBlocks
        ) throws(PacketError) {
            var blocks = blocks
            let limits = request.options.limits
            switch request.operation {
            case .demand:
                self = .demand(
                    try packet.readOptional { packet throws(PacketError) in
                        try MemoryDemand(from: &packet)
                    })
            case .metadata: self = .metadata(try ImageMetadata(from: &packet, &blocks, limits))
            case .color: self = .color(try Self.readColor(&packet, &blocks))
            case .decode: self = .picture(try Self.readOutput(of: request, &packet, &blocks))
            case .frames:
                let frames = try packet.readOptional { packet throws(PacketError) in
                    try FrameListing(from: &packet, limits)
                }
                self = .frames(try frames?.with(&blocks))
            case .frame:
                let picture = try WirePicture(from: &packet, limits, request.options)
                let duration = try packet.readDuration()
                self = .frame(
                    ImageFrame(bitmap: try blocks.bitmap(picture), duration: duration))
            case .convert:
                self = .converted(try Self.readConverted(of: request, &packet, &blocks))
            case .describe:
                self = .description(
                    try packet.readOptional { packet throws(PacketError) in
                        try packet.readText(limit: Message.maxText).printable
                    })
            case .encode, .clean:
                let count = try packet.readCount("bytes of a file", in: 0...blocks.memory.count)
                let size = try packet.readOptional { packet throws(PacketError) in
                    try packet.readSize()
                }
                self = .file(try blocks.next(count), try Self.checked(size, of: request))
            }
            guard packet.isAtEnd else { throw PacketError("an answer is too long") }
        }

        /// Returns the size of a new file, which no encoder makes larger than its picture.
        private static func checked(
            _ size: PixelSize?, of request: DecodeRequest
        ) throws(PacketError) -> PixelSize? {
            guard let size else { return nil }
            guard let picture = request.picture?.size, size.width <= picture.width,
                size.height <= picture.height
            else { throw PacketError("a file of \(size) pixels") }
            return size
        }

        private static func readOutput(
            of request: DecodeRequest, _ packet: inout PacketReader, _ blocks: inout ReceivedBlocks
        ) throws(PacketError) -> DecodeOutput {
            let limits = request.options.limits
            let picture = try WirePicture(from: &packet, limits, request.options)
            let isScaled = try packet.readFlag()
            blocks.skip(picture)
            let metadata = try ImageMetadata(from: &packet, &blocks, limits)
            let color = try readColor(&packet, &blocks)
            try request.check(metadata)
            guard !isScaled || picture.size == request.options.downsampling.shownSize(of: metadata)
            else { throw PacketError("scaled pixels of \(picture.size)") }
            var output = DecodeOutput(
                bitmap: try blocks.bitmap(picture), color: color, metadata: metadata)
            output.isScaled = isScaled
            return output
        }

        private static func readConverted(
            of request: DecodeRequest, _ packet: inout PacketReader, _ blocks: inout ReceivedBlocks
        ) throws(PacketError) -> Bitmap {
            let picture = try WirePicture(from: &packet, maxArea: .max)
            guard picture.size == request.picture?.size, picture.colorSpace == .sRGB,
                picture.sampleFormat == request.picture?.sampleFormat
            else {
                throw PacketError("converted pixels of another size or format")
            }
            return try blocks.bitmap(picture)
        }

        private static func write(
            _ color: ColorDescription, to packet: inout PacketWriter, _ blocks: inout ResultBlocks
        ) {
            let codePoints: ColorCodePoints? =
                switch color {
                case .sRGB: .sRGB
                case .codePoints(let codePoints): codePoints
                case .profile: nil
                }
            packet.write(codePoints) { $0.write($1) }
            guard let profile = color.profile else { return }
            packet.write(count: profile.count)
            blocks.append(profile)
        }

        private static func readColor(
            _ packet: inout PacketReader, _ blocks: inout ReceivedBlocks
        ) throws(PacketError) -> ColorDescription {
            let codePoints = try packet.readOptional { packet throws(PacketError) in
                try packet.readCodePoints()
            }
            if let codePoints { return ColorDescription(codePoints) }
            let count = try packet.readCount("bytes of a profile", in: 0...Message.maxBlock)
            return .profile(try blocks.next(count))
        }
    }

    extension MemoryDemand {
        fileprivate func write(to packet: inout PacketWriter) {
            packet.write(size)
            packet.write(count: byteCount)
            packet.write(turns)
            packet.write(sampleFormat)
        }

        fileprivate init(from packet: inout PacketReader) throws(PacketError) {
            self.init(
                size: try packet.readSize(), byteCount: try packet.readCount("a demand"),
                turns: try packet.readFlag())
            sampleFormat = try packet.readSampleFormat()
        }
    }

    /// The properties of an animation that are known without decoding a frame.
    struct FrameListing {
        let size: PixelSize
        let count: Int
        let loopCount: Int
        private(set) var rawDurations: [Duration] = []
        private(set) var durations: [Duration] = []

        init(_ frames: any FrameProvider) {
            (size, count, loopCount) = (frames.size, frames.count, frames.loopCount)
            (rawDurations, durations) = (frames.rawDurations, frames.durations)
        }

        func write(to packet: inout PacketWriter) {
            packet.write(size)
            packet.write(count: count)
            packet.write(count: loopCount)
        }

        init(from packet: inout PacketReader, _ limits: DecodeLimits) throws(PacketError) {
            size = try packet.readSize()
            count = try packet.readCount("frames", in: 1...max(limits.maxFrames, 1))
            loopCount = try packet.readCount("plays")
            guard size.area <= limits.maxPixels else {
                throw PacketError("\(size) pixels, more than the \(limits.maxPixels) allowed")
            }
        }

        /// Returns the listing with the durations after its packet.
        func with(_ blocks: inout ReceivedBlocks) throws(PacketError) -> FrameListing {
            var listing = self
            listing.rawDurations = try blocks.durations(count)
            listing.durations = try blocks.durations(count)
            return listing
        }
    }

    extension WirePicture {
        /// Reads the description of decoded pixels within limits, no deeper than asked for.
        fileprivate init(
            from packet: inout PacketReader, _ limits: DecodeLimits, _ options: DecodeOptions
        ) throws(PacketError) {
            try self.init(from: &packet, maxArea: limits.maxPixels)
            let isAsked =
                switch sampleFormat {
                case .bgra8: true
                case .rgba16:
                    options.pixelDepth != .eight
                        || options.keepsTranslucency && significantBits == 8
                case .rgbaHalf: options.pixelDepth == .hdr
                }
            guard isAsked else { throw PacketError("pixels of \(significantBits) bits") }
            guard byteCount <= limits.maxBytes else {
                throw PacketError("\(size) pixels, more than the \(limits.maxBytes) bytes allowed")
            }
        }
    }

    extension DecodeRequest {
        /// Checks the size that the program would scale decoded pixels to.
        fileprivate func check(_ metadata: ImageMetadata) throws(PacketError) {
            guard !metadata.isVector || format == .svg || !ImageFormat.all.contains(format) else {
                throw PacketError("a vector drawing in \(format)")
            }
            // The program itself checks what a rule makes, whose fault a large result is.
            guard options.downsampling.rule == nil else { return }
            let scaled = options.downsampling.scaledSize(
                of: metadata.size, isVector: metadata.isVector)
            guard scaled.area <= options.limits.maxPixels,
                Bitmap.byteCount(of: scaled) <= options.limits.maxBytes
            else { throw PacketError("a size of \(metadata.size)") }
        }
    }
#endif
