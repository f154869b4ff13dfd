#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The conversion of the library's numbers of linear light to straight half floats, in which 1
    /// is white.
    struct JPEGXLLightSamples {
        private let scale: Float
        private let isPremultiplied: Bool
        /// The matrix to the light of BT.709; nil for light of its primaries.
        private let matrix: LightMatrix?

        /// Creates the conversion of a file's samples.
        ///
        /// In relative light 1 has the luminance of the header's intensity target
        /// (`jxl/cms_interface.h`). The default of 255 cd/m² is that of pictures for any screen,
        /// whose 1 is white; more is taken for what it says.
        init(_ info: JxlBasicInfo, _ matrix: LightMatrix?) {
            self.matrix = matrix
            let white = Float(HighlightMapping.white * 10000)
            scale = info.intensity_target > 255 ? info.intensity_target / white : 1
            isPremultiplied = info.alpha_bits > 0 && info.alpha_premultiplied != 0
        }

        /// Converts pixels of red, green, blue and alpha; what is not a number is 0.
        func convert(
            _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            for place in 0..<count {
                let (from, to) = (source + place * 4, target + place * 4)
                let alpha = from[3] > 0 ? min(from[3], 1) : 0
                to[3] = HalfFloat.half(alpha)
                let factor = !isPremultiplied ? scale : alpha > 0 ? scale / alpha : 0
                var light = SIMD3(from[0], from[1], from[2]) * factor
                if let matrix { light = matrix.apply(light) }
                for channel in 0..<3 { to[channel] = HalfFloat.half(light[channel]) }
            }
        }
    }
#endif
