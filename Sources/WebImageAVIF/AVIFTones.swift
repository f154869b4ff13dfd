#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// Shows pictures of high dynamic range (PQ and HLG, ITU-R BT.2100) as sRGB.
    ///
    /// The file's own curve is the tone mapping. PQ steps are equally visible steps, so that shown as
    /// they are no shadow closes and no light burns out; HLG was made to be shown on ordinary screens.
    /// Greys keep their numbers, as in readers that map nothing. Colours are brought from the file's
    /// primaries to those of sRGB by the matrix for light, but on the curve, and strong ones only a part
    /// of the way: ordinary colours come out within a few levels of where they are in light, and those
    /// that sRGB does not have stay near what other readers show, instead of being clipped.
    struct AVIFTones {
        /// What one step of blue, green and red each adds to blue, green, red.
        private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

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
                columns = (
                    SIMD4(1.118730, -0.008349, -0.072850, 0),
                    SIMD4(-0.100579, 1.132900, -0.587641, 0),
                    SIMD4(-0.018151, -0.124550, 1.660491, 0)
                )
            // From P3 with the white D65 (SMPTE EG 432-1).
            case AVIF_COLOR_PRIMARIES_SMPTE432:
                columns = (
                    SIMD4(1.098274, 0, 0, 0), SIMD4(-0.078636, 1.042057, -0.224940, 0),
                    SIMD4(-0.019638, -0.042057, 1.224940, 0)
                )
            default: return nil
            }
        }

        /// Turns `count` straight pixels of blue, green, red, alpha into premultiplied ones in sRGB.
        ///
        /// - Parameter target: May be `source` itself.
        func map(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for pixel in 0..<count {
                let from = UnsafeRawPointer(source + pixel * 4)
                let colour = SIMD4<Float>(from.loadUnaligned(as: SIMD4<UInt8>.self))
                let mapped = fitted(
                    columns.0 * colour.x + columns.1 * colour.y + columns.2 * colour.z, of: colour)
                let shown = mapped * (colour.w / 255) + 0.5
                var bytes = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(shown))
                bytes.w = UInt8(colour.w)
                UnsafeMutableRawPointer(target + pixel * 4).storeBytes(
                    of: bytes, as: SIMD4<UInt8>.self)
            }
        }

        /// Goes from `colour` towards `mapped`, for each channel three tenths of the way to its border
        /// at most: on the curve the matrix overshoots where colours are strong.
        @inline(__always)
        private func fitted(_ mapped: SIMD4<Float>, of colour: SIMD4<Float>) -> SIMD4<Float> {
            let lowest = colour * 0.7
            let highest = lowest + 0.3 * 255
            let step = mapped - colour
            var way: Float = 1
            for channel in 0..<3 {
                if mapped[channel] < lowest[channel] {
                    way = min(way, (lowest[channel] - colour[channel]) / step[channel])
                } else if mapped[channel] > highest[channel] {
                    way = min(way, (highest[channel] - colour[channel]) / step[channel])
                }
            }
            return (colour + step * way).clamped(
                lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        }
    }
#endif
