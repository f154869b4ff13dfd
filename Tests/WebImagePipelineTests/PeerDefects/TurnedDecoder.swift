import WebImageCaching
import WebImageCoding
import WebImagePixels

/// The BMP decoder, saying that the picture is stored lying on its side.
struct TurnedDecoder: ImageDecoder {
    let orientation: Orientation
    var identity: String { "turned" }
    var formats: [ImageFormat] { [.bmp] }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        var metadata = try BMPDecoder().metadata(of: bytes, limits: limits)
        metadata.orientation = orientation
        metadata.size = orientation.upright(metadata.size)
        return metadata
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        // As stored, at its whole size: scaling and turning are left to the pipeline.
        let whole = DecodeOptions(limits: options.limits)
        var output = try BMPDecoder().decode(bytes, options: whole)
        output.metadata.orientation = orientation
        output.metadata.size = orientation.upright(output.metadata.size)
        return output
    }
}
