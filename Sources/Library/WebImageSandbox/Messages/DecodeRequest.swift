#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// A request of the program to a worker; the bytes that it concerns are in the input memory.
    struct DecodeRequest {
        var operation: Message.Operation
        /// The format, which selects the codec.
        var format: ImageFormat
        /// The bytes of the picture, or of the profile, from the start of the input memory.
        var byteCount: Int
        /// The animation that the bytes open or that is open already; 0 for none.
        var animation: UInt64 = 0
        /// The frame, counted from 0.
        var frame = 0
        /// The options of the decode.
        var options = DecodeOptions()
        /// The pixels to convert or encode, after the bytes in the input memory.
        var picture: WirePicture?
        /// The settings of an encode.
        var settings: WireSettings?
        /// `true` if colours are not multiplied by alpha.
        var keepsStraightColors = StraightColors.areKept
        /// `true` if the decoder is one of documents; a worker does not learn it.
        var isDocument = false
        /// The source of all that it concerns, which a worker does not learn; nil if it is unknown.
        var source = PictureSource.current

        func write(to packet: inout PacketWriter) {
            packet.write(Message.version)
            packet.write(operation.rawValue)
            packet.write(format.rawValue, limit: 64)
            packet.write(count: byteCount)
            packet.write(animation)
            packet.write(count: frame)
            options.write(to: &packet)
            packet.write(picture) { $1.write(to: &$0) }
            packet.write(settings) { $1.write(to: &$0) }
            packet.write(keepsStraightColors)
        }

        init(_ operation: Message.Operation, _ format: ImageFormat, byteCount: Int) {
            self.operation = operation
            self.format = format
            self.byteCount = byteCount
        }

        /// Reads a request.
        ///
        /// - Parameter capacity: The bytes of the input memory.
        init(from packet: inout PacketReader, capacity: Int) throws(PacketError) {
            guard try packet.read(UInt16.self) == Message.version else {
                throw PacketError("another version of the protocol")
            }
            operation = try packet.readCase()
            format = ImageFormat(rawValue: try packet.readText(limit: 64))
            byteCount = try packet.readCount("bytes", in: 0...capacity)
            animation = try packet.read()
            frame = try packet.readCount("a frame")
            options = try DecodeOptions(from: &packet)
            picture = try packet.readOptional { packet throws(PacketError) in
                try WirePicture(from: &packet, maxArea: .max)
            }
            settings = try packet.readOptional { packet throws(PacketError) in
                try WireSettings(from: &packet)
            }
            keepsStraightColors = try packet.readFlag()
            guard packet.isAtEnd else { throw PacketError("a message is too long") }
            if let picture, picture.end(behind: byteCount) > capacity {
                throw PacketError("pixels beyond the end of the memory")
            }
        }
    }

    extension DecodeOptions {
        fileprivate func write(to packet: inout PacketWriter) {
            for limit in [
                limits.maxPixels, limits.maxBytes, limits.maxFrames, limits.maxAnimationPixels,
                page,
            ] {
                packet.write(count: limit)
            }
            packet.write(downsampling.box) { $0.write($1) }
            packet.write(UInt8(Fit.allCases.firstIndex(of: downsampling.fit) ?? 0))
            packet.write(downsampling.maxBytes) { $0.write(count: $1) }
            packet.write(downsampling.rule) { $0.write($1.spelling, limit: 1024) }
            packet.write(allowsTruncatedData)
            packet.write(colorProfile == .keep)
            packet.write(UInt8(PixelDepth.allCases.firstIndex(of: pixelDepth) ?? 0))
            packet.write(keepsTranslucency)
        }

        fileprivate init(from packet: inout PacketReader) throws(PacketError) {
            self.init()
            limits.maxPixels = Int(try packet.read(Int64.self))
            limits.maxBytes = Int(try packet.read(Int64.self))
            limits.maxFrames = Int(try packet.read(Int64.self))
            limits.maxAnimationPixels = Int(try packet.read(Int64.self))
            page = Int(try packet.read(Int64.self))
            downsampling.box = try packet.readOptional { packet throws(PacketError) in
                try packet.readSize(0...Int.max)
            }
            let fit = Int(try packet.read(UInt8.self))
            guard Fit.allCases.indices.contains(fit) else { throw PacketError("a fit of \(fit)") }
            downsampling.fit = Fit.allCases[fit]
            downsampling.maxBytes = try packet.readOptional { packet throws(PacketError) in
                try packet.readCount("a limit of bytes")
            }
            let rule = try packet.readOptional { packet throws(PacketError) in
                try packet.readText(limit: 1024)
            }
            if let rule {
                guard let sizing = try? TargetSizing(rule) else {
                    throw PacketError("a size of \(rule)")
                }
                downsampling = Downsampling(sizing, maxBytes: downsampling.maxBytes)
            }
            allowsTruncatedData = try packet.readFlag()
            colorProfile = try packet.readFlag() ? .keep : .sRGB
            let depth = Int(try packet.read(UInt8.self))
            guard PixelDepth.allCases.indices.contains(depth) else {
                throw PacketError("a depth of \(depth)")
            }
            pixelDepth = PixelDepth.allCases[depth]
            keepsTranslucency = try packet.readFlag()
        }
    }

    extension PacketWriter {
        mutating func write(_ size: PixelSize) {
            write(count: size.width)
            write(count: size.height)
        }

        mutating func write(_ duration: Duration) {
            write(duration.components.seconds)
            write(duration.components.attoseconds)
        }
    }

    extension PacketReader {
        mutating func readSize(
            _ sides: ClosedRange<Int> = 1...DecodeLimits.maxSide
        ) throws(PacketError) -> PixelSize {
            let width = try readCount("a width", in: sides)
            return PixelSize(width: width, height: try readCount("a height", in: sides))
        }

        /// Reads a duration of 0 to about 140,000 years: the longest that a format can state,
        /// rounded up.
        mutating func readDuration() throws(PacketError) -> Duration {
            let (seconds, attoseconds) = (try read(Int64.self), try read(Int64.self))
            guard (0...1 << 42).contains(seconds),
                (0..<1_000_000_000_000_000_000).contains(attoseconds)
            else { throw PacketError("a duration of \(seconds) and \(attoseconds)") }
            return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        }
    }
#endif
