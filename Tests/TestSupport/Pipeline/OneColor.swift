package import WebImageCoding
import WebImagePipeline
package import WebImagePixels

/// A serializer that stores a single-coloured picture of the same size.
package struct OneColor: ImageSerializer {
    package init() {}

    package var identity: String { "onecolor" }

    package func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        let flat = Bitmap(size: image.size, isOpaque: true)
        return EncodedImage(
            try codecs.encoder(for: .bmp).encode(flat, settings: EncodeSettings()))
    }
}
