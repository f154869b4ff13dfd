#if Sandbox && os(Linux)
    import CSandbox
    import WebImage
    import WebImageCoding
    import WebImagePixels

    /// Small pictures that a starter encodes and decodes after its first forks, without a wall.
    ///
    /// Libraries make tables, and Swift's runtime makes metadata of types, on first use. Later
    /// workers have both from the starter, and save one to two milliseconds each. The program's own
    /// codecs are left out, since their effects are not known.
    struct Rehearsal {
        private var worker: Worker
        private let program: Channel
        private let input: SharedMemory
        private let output: SharedMemory

        /// Encodes and decodes a picture of a format, or of each without libraries, and ends
        /// the threads that are left.
        static func run(_ format: ImageFormat?) {
            let codecs = CodecList.installed.drawingInProcess
            let others = codecs.formatsWithLibraries
            let formats = codecs.encoders.map(\.format).filter { others[$0] == nil }
            if var rehearsal = Rehearsal(codecs) { rehearsal.run(format.map { [$0] } ?? formats) }
            csandbox_settle()
        }

        /// Creates a rehearsal; nil if the system refuses sockets or memory.
        private init?(_ codecs: CodecList) {
            guard let pair = try? Channel.pair(),
                let input = try? SharedMemory(count: Message.memoryByteCount, isWritable: true),
                let output = try? SharedMemory(count: Message.memoryByteCount, isWritable: true)
            else { return nil }
            (program, self.input, self.output) = (pair.0, input, output)
            worker = Worker(codecs: codecs, pair.other, input, OutputMemory(sharing: output))
        }

        /// Encodes a picture as each of the formats, decodes it again, and converts its colours.
        private mutating func run(_ formats: [ImageFormat]) {
            // The memory ends with the rehearsal.
            defer { LargeMemory.lend(nil) }
            let bitmap = Bitmap(size: PixelSize(width: 32, height: 24), isOpaque: true)
            convert(bitmap)
            for format in formats {
                if format == .svg {
                    decode(ByteBlock(copying: Array(Self.drawing.utf8)), format)
                } else if case .file(let file, _)? = encode(bitmap, as: format) {
                    decode(file, format)
                }
            }
        }

        private static let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="32" height="24" viewBox="0 0 32 24">\
            <style>rect { fill: #fff }</style><rect width="32" height="24"/>\
            <text x="2" y="12" font-family="sans-serif" font-size="8">a</text></svg>
            """

        private mutating func encode(_ bitmap: Bitmap, as format: ImageFormat) -> DecodeResult? {
            var request = DecodeRequest(.encode, format, byteCount: 0)
            request.picture = WirePicture(bitmap)
            request.settings = WireSettings(EncodeSettings())
            input.write(bitmap, behind: 0)
            return answer(to: request)
        }

        private mutating func decode(_ file: ByteBlock, _ format: ImageFormat) {
            guard let count = put(file) else { return }
            var request = DecodeRequest(.demand, format, byteCount: count)
            if let sizing = try? TargetSizing("11x11") {
                request.options.downsampling = Downsampling(sizing)
            }
            for operation: Message.Operation in [.demand, .metadata, .color, .decode] {
                request.operation = operation
                _ = answer(to: request)
            }
        }

        private mutating func convert(_ bitmap: Bitmap) {
            let codePoints = ColorCodePoints(primaries: .p3, transfer: .sRGB)
            guard let profile = ColorDescription.codePoints(codePoints).embeddedProfile,
                let count = put(profile)
            else { return }
            var request = DecodeRequest(.convert, ImageFormat(rawValue: "icc"), byteCount: count)
            request.picture = WirePicture(bitmap)
            input.write(bitmap, behind: count)
            _ = answer(to: request)
        }

        /// Puts bytes into the input memory; returns their number, or nil if they do not fit.
        private func put(_ bytes: ByteBlock) -> Int? {
            guard bytes.count <= input.count else { return nil }
            bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(start: input.base, count: bytes.count)
                    .copyMemory(from: bytes)
            }
            return bytes.count
        }

        /// Sends a request, lets the worker answer it, and reads the answer.
        private mutating func answer(to request: DecodeRequest) -> DecodeResult? {
            var packet = PacketWriter()
            packet.write(count: 0)
            request.write(to: &packet)
            guard program.send(packet, timeout: 1000) == 0, worker.serveNext(),
                var answer = try? program.receive(timeout: 1000).packet,
                (try? answer.readCase(Message.Status.self)) == .result
            else { return nil }
            return try? DecodeResult(of: request, from: &answer, ReceivedBlocks(in: output))
        }
    }
#endif
