package import WebImageBytes

extension GainMapReading {
    /// Returns the file of the gain map in a file, which the codec of its base decodes.
    ///
    /// Of JPEG the further picture, of JPEG XL the bare codestream, both without a copy; of AVIF
    /// and HEIC a copy that shows the map in place of the base, as its size and its own turn are.
    ///
    /// - Parameter image: A file with a map by ``init(of:size:exif:)``; its format is known.
    /// - Returns: nil without a readable map, and without memory.
    package static func file(of image: EncodedImage) -> EncodedImage? {
        var file = image
        file.mediaType = nil
        switch image.format {
        case .jpeg:
            let range = image.bytes.withSpan { bytes in
                (try? JPEGGainMap(of: bytes, exif: nil))?.picture(in: bytes)
            }
            guard let range else { return nil }
            file.bytes = image.bytes.part(range)
        case .jxl:
            let range = image.bytes.withSpan { (try? JPEGXLGainMap(of: $0))?.stream }
            guard let range else { return nil }
            file.bytes = image.bytes.part(range)
        case .avif, .heic:
            let edit = image.bytes.withSpan { bytes in
                (try? MediaGainMap(of: bytes, exif: nil))?.file(of: bytes)
            }
            guard let bytes = try? edit?.apply(to: image.bytes) else { return nil }
            file.bytes = bytes
        default: return nil
        }
        return file
    }
}
