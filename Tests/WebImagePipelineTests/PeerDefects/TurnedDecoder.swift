import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImagePixels

/// The BMP decoder, which reports an orientation.
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
        // As stored, in full size: the pipeline scales and rotates.
        let whole = DecodeOptions(limits: options.limits)
        var output = try BMPDecoder().decode(bytes, options: whole)
        output.metadata.orientation = orientation
        output.metadata.size = orientation.upright(output.metadata.size)
        return output
    }
}
