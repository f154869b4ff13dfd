#if Sandbox && os(Linux)
    package import WebImageCoding
    package import WebImagePixels

    /// A decoder of documents that a document has taken over: it tells how much memory there is.
    package struct AttackDocument: ImageDecoder, DocumentCleaning {
        package init() {}

        package var identity: String { "attack-document/1" }
        package var formats: [ImageFormat] { [.attackDocument] }

        package func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? { nil }

        package func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            throw .unsupported(.attackDocument, AttackDecoder.fill())
        }

        package func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            throw .unsupported(.attackDocument, AttackDecoder.fill())
        }

        package func cleaned(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ByteBlock {
            throw .unsupported(.attackDocument, AttackDecoder.fill())
        }
    }

    extension ImageFormat {
        package static let attackDocument = ImageFormat(rawValue: "attack-document")
    }
#endif
