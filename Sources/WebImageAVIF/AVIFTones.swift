#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// Shows pictures of high dynamic range (PQ and HLG, ITU-R BT.2100) as sRGB.
    ///
    /// The file's own curve is the tone mapping. PQ steps are equally visible steps, so that shown as
    /// they are no shadow closes and no light burns out; HLG was made to be shown on ordinary screens.
    /// Greys keep their numbers, as in readers that map nothing. Colours are brought from the file's
    /// primaries to those of sRGB by the matrix for light, but on the curve: ordinary colours come out
    /// within a few levels of where they are, and those that sRGB does not have get paler, not clipped.
    struct AVIFTones {
        /// Rows of the matrix, for blue, green and red, each of blue, green, red, nothing.
        private let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

        /// How the colours of `image` are mapped; nil where they need not be: other curves, or
        /// primaries that are sRGB's or not told.
        init?(_ image: UnsafePointer<avifImage>) {
            switch Int(image.pointee.transferCharacteristics) {
            case AVIF_TRANSFER_CHARACTERISTICS_SMPTE2084, AVIF_TRANSFER_CHARACTERISTICS_HLG: break
            default: return nil
            }
            switch Int(image.pointee.colorPrimaries) {
            // From BT.2020 to BT.709 (ITU-R BT.2407, section 2).
            case AVIF_COLOR_PRIMARIES_BT2020:
                rows = (
                    SIMD4(1.118730, -0.100579, -0.018151, 0),
                    SIMD4(-0.008349, 1.132900, -0.124550, 0),
                    SIMD4(-0.072850, -0.587641, 1.660491, 0)
                )
            // From P3 with the white D65 (SMPTE EG 432-1).
            case AVIF_COLOR_PRIMARIES_SMPTE432:
                rows = (
                    SIMD4(1.098274, -0.078636, -0.019638, 0),
                    SIMD4(0, 1.042057, -0.042057, 0),
                    SIMD4(0, -0.224940, 1.224940, 0)
                )
            default: return nil
            }
        }

        /// Turns `count` straight pixels of blue, green, red, alpha with 16 bits into premultiplied
        /// ones of 8 bits.
        func map(
            _ source: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for pixel in 0..<count {
                let (from, to) = (source + pixel * 4, target + pixel * 4)
                let alpha = Float(from[3]) / 65535
                let colour = SIMD4(Float(from[0]), Float(from[1]), Float(from[2]), 0)
                let mapped = SIMD4(
                    (rows.0 * colour).sum(), (rows.1 * colour).sum(), (rows.2 * colour).sum(), 65535
                ).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 65535))
                let scaled = mapped * (alpha * 255 / 65535) + 0.5
                for channel in 0..<4 { to[channel] = UInt8(scaled[channel]) }
            }
        }
    }
#endif
