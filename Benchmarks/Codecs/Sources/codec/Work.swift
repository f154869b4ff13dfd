import Glibc
import WebImage
import WebImageSVG

/// An operation on one file, repeated on one thread; its CPU time is printed.
///
///     codec thumb FILE COUNT SIDE [OUT]      decode, resize, encode as JPEG of quality 80
///     codec animate FILE COUNT SIDE [OUT]    every frame resized, encoded as WebP of quality 75
///     codec resize FILE COUNT WIDTH [OUT]    the kernels alone, on the decoded picture
///     codec blur FILE COUNT SIGMA [OUT]
///     codec rotate FILE COUNT DEGREES [OUT]
struct Work {
    private let action: String
    private let image: EncodedImage
    private let count: Int
    private let number: Double

    /// Parses the arguments; `nil` if they name no such operation.
    init?(_ words: [String]) throws {
        guard words.count >= 4, Self.actions.contains(words[0]), let count = Int(words[2]),
            let number = Double(words[3])
        else { return nil }
        action = words[0]
        image = EncodedImage(try read(words[1]))
        self.count = count
        self.number = number
    }

    /// Runs the operation `count` times and returns the last result, encoded.
    func run() async throws -> ByteBlock {
        let side = PixelSize(width: Int(number), height: Int(number))
        switch action {
        case "thumb": return try repeated { try thumbnail(side) }
        case "animate": return try await animation(side)
        default:
            let bitmap = try decoded(DecodeOptions()).bitmap
            let result = repeated { kernel(on: bitmap) }
            return try CodecList.installed.encoder(for: .png).encode(
                result, settings: EncodeSettings(effort: 1))
        }
    }

    private func thumbnail(_ side: PixelSize) throws -> ByteBlock {
        let downsampling = Downsampling(box: side)
        let output = try decoded(DecodeOptions(downsampling: downsampling))
        let size = downsampling.scaledSize(of: output.metadata.size)
        return try CodecList.installed.encoder(for: .jpeg).encode(
            output.bitmap.resampled(to: size), settings: EncodeSettings(quality: 80))
    }

    private func animation(_ side: PixelSize) async throws -> ByteBlock {
        guard let encoder = CodecList.installed.animatedEncoder(for: .webp) else {
            throw CodecError.unrecognized("no encoder")
        }
        var result = ByteBlock(copying: [])
        for _ in 0..<count {
            let start = Self.time
            var pipeline = ImagePipeline.standard
            pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
            pipeline.disk = nil
            var request = ImageRequest(ImageSource.data(image.bytes))
            request.targetSize = side
            guard let frames = try await pipeline.image(for: request).image.frames else {
                throw CodecError.unrecognized("a still")
            }
            result = try encoder.encode(frames, settings: EncodeSettings(quality: 75))
            Self.report(since: start)
        }
        return result
    }

    private func decoded(_ options: DecodeOptions) throws -> DecodeOutput {
        guard let format = image.format else { throw CodecError.unrecognized("no picture") }
        let decoder = try CodecList.measured.decoder(for: format)
        return try image.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: options)
        }
    }

    private func kernel(on bitmap: Bitmap) -> Bitmap {
        switch action {
        case "resize":
            let height = bitmap.size.height * Int(number) / bitmap.size.width
            return bitmap.resampled(to: PixelSize(width: Int(number), height: height))
        case "blur": return bitmap.blurred(sigma: number)
        default: return bitmap.rotated(degrees: number)
        }
    }

    private func repeated<Result>(_ body: () throws -> Result) rethrows -> Result {
        for _ in 1..<max(count, 1) {
            let start = Self.time
            _ = try body()
            Self.report(since: start)
        }
        let start = Self.time
        defer { Self.report(since: start) }
        return try body()
    }

    private static let actions: Set<String> = ["thumb", "animate", "resize", "blur", "rotate"]

    /// The CPU time of this process in milliseconds.
    private static var time: Double {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
    }

    private static func report(since start: Double) {
        print("cpu", time - start)
    }
}

extension CodecList {
    /// The installed codecs, that of SVG too, decoding in this process.
    static var measured: CodecList {
        var codecs = installed
        codecs.decoders = codecs.decoders.map {
            $0 is SVGDecoder ? SVGDecoder(inProcess: true) : $0
        }
        return codecs
    }
}
