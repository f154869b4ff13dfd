#if TIFF
    import WebImageCoding
    import WebImagePixels

    /// A converter of rows of floats in linear light to pixels of half floats.
    final class TIFFLight {
        /// The brightest light so far as a multiple of white, at least 1.
        private(set) var brightest: Float = 1
        private let model: TIFFModel
        private let matrix: LightMatrix?
        private let pixels: TIFFBuffer

        /// - Parameters:
        ///   - model: A deep model.
        ///   - width: The maximum number of pixels in a row.
        init(_ light: LinearLight, _ model: TIFFModel, width: Int) throws(CodecError) {
            self.model = model
            matrix = light.matrix
            pixels = try TIFFBuffer(count: Self.byteCount(width: width))
        }

        /// Returns the bytes of the buffer for rows of `width` pixels.
        static func byteCount(width: Int) -> Int { width * 16 }

        /// Converts samples that are all used to straight red, green, blue and alpha.
        ///
        /// Colours that are multiplied by alpha are divided by it.
        func convert(
            _ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            let (light, samples) = (pixels.levels(Float.self), model.usedCount)
            let (green, blue) = samples < 3 ? (0, 0) : (1, 2)
            var most = brightest
            for at in 0..<count {
                let from = row + at * samples
                let alpha = model.alpha == nil ? 1 : min(max(from[samples - 1], 0), 1)
                let color = color(SIMD3(from[0], from[green], from[blue]), alpha)
                if alpha > 0 { most = max(most, color.max()) }
                for channel in 0..<3 { light[at * 4 + channel] = color[channel] }
                light[at * 4 + 3] = alpha
            }
            brightest = most
            HalfFloat.write(light, into: target, count: count * 4)
        }

        /// Returns the straight light of BT.709.
        @inline(__always)
        private func color(_ stored: SIMD3<Float>, _ alpha: Float) -> SIMD3<Float> {
            var color = stored
            let isMultiplied = model.alpha == .multiplied
            if model.isInverted { color = (isMultiplied ? alpha : 1) - color }
            if isMultiplied { color = alpha > 0 ? color / alpha : .zero }
            // A matrix makes no number of infinities.
            color.clamp(lowerBound: Self.least, upperBound: Self.greatest)
            return matrix?.apply(color) ?? color
        }

        private static let greatest = SIMD3<Float>(repeating: 65504)
        private static let least = SIMD3<Float>(repeating: -65504)
    }
#endif
