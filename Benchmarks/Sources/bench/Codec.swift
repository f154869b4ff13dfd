import WebImage
import WebImageSVG

/// A codec alone, without colour conversion and orientation, for callgrind.
struct Codec {
    let path: String
    let count: Int

    /// Decodes the first frame of the file `count` times.
    func decode() throws {
        let image = EncodedImage(try Files.read(path))
        for _ in 0..<count { _ = try Self.decoded(image, DecodeOptions()) }
    }

    /// Makes `count` thumbnails: decodes, resizes, encodes as JPEG of quality 80.
    func thumbnails(side: Int) throws {
        let image = EncodedImage(try Files.read(path))
        let downsampling = Downsampling(box: PixelSize(side, side))
        for _ in 0..<count {
            let output = try Self.decoded(image, DecodeOptions(downsampling: downsampling))
            let size = downsampling.scaledSize(of: output.metadata.size)
            _ = try CodecList.installed.encoder(for: .jpeg).encode(
                output.bitmap.resampled(to: size), settings: EncodeSettings(quality: 80))
        }
    }

    private static func decoded(
        _ image: EncodedImage, _ options: DecodeOptions
    ) throws -> DecodeOutput {
        guard let format = image.format else { throw BenchError("not a picture") }
        let decoder = try CodecList.inProgram.decoder(for: format)
        return try image.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: options)
        }
    }
}

extension CodecList {
    /// The installed codecs, that of SVG too, decoding in this process.
    static var inProgram: CodecList {
        var codecs = installed
        codecs.decoders = codecs.decoders.map {
            $0 is SVGDecoder ? SVGDecoder(inProcess: true) : $0
        }
        return codecs
    }
}
