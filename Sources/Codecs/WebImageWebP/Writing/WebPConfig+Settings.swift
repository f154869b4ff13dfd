#if WebP
    import CWebP
    import WebImageCoding

    extension WebPConfig {
        /// Creates libwebp's settings from ours; without an effort, with its default trade-off.
        init(_ settings: EncodeSettings) throws(CodecError) {
            self.init()
            guard WebPConfigInit(&self) != 0 else { throw .webpMismatch }
            if settings.isLossless {
                // Ten presets, from fastest to smallest; the library's tools use 6.
                guard WebPConfigLosslessPreset(&self, Int32((settings.effort ?? 7) - 1)) != 0 else {
                    throw .webpMismatch
                }
                // Premultiplied pixels need no cleaning, straight ones must not get one.
                exact = 1
            } else {
                quality = Float(settings.quality)
                method = Int32(settings.effort.map { ($0 - 1) * 6 / 9 } ?? 4)
                use_sharp_yuv = settings.chroma == .none ? 1 : 0
            }
        }
    }

    extension CodecError {
        /// The error for a library that does not match the headers.
        static let webpMismatch = CodecError.encoding(
            .webp, "the version of the installed libwebp does not match")

        /// Creates the error for one of libwebp's encoder.
        init(_ error: WebPEncodingError) {
            let reason =
                switch error {
                case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
                    "libwebp ran out of memory"
                case VP8_ENC_ERROR_INVALID_CONFIGURATION: "libwebp rejects the settings"
                case VP8_ENC_ERROR_BAD_DIMENSION: "libwebp rejects the size"
                case VP8_ENC_ERROR_PARTITION0_OVERFLOW: "the first partition exceeds 512 kB"
                case VP8_ENC_ERROR_PARTITION_OVERFLOW: "a partition exceeds 16 MB"
                case VP8_ENC_ERROR_BAD_WRITE: "the encoded bytes could not be stored"
                case VP8_ENC_ERROR_FILE_TOO_BIG: "the file exceeds 4 GB"
                default: "libwebp failed with error \(error.rawValue)"
                }
            self = error == VP8_ENC_ERROR_USER_ABORT ? .cancelled : .encoding(.webp, reason)
        }
    }
#endif
