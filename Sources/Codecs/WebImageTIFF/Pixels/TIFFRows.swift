#if TIFF
    import CTIFFShim
    import WebImageCoding
    import WebImagePixels

    /// A converter of rows of decoded samples to rows of a bitmap.
    final class TIFFRows {
        private let model: TIFFModel
        private let samples: TIFFSamples
        private let perPixel: Int
        private let used: [Int]
        /// The colour table as opaque BGRA.
        private let palette: [UInt32]
        /// The alpha of each value of a sample beside an index.
        private let opacities: [UInt8]
        /// The layout of the rows of the bitmap.
        private let format: SampleFormat
        private let unpacked: TIFFBuffer
        private let packed: TIFFBuffer
        private let light: TIFFLight?

        /// - Parameters:
        ///   - format: The layout of the rows of the bitmap; deep only for a deep model.
        ///   - light: The light of the samples; nil unless the format is `rgbaHalf`.
        ///   - width: The maximum number of pixels in a row.
        init(
            _ directory: CTIFFDirectory, _ model: TIFFModel, as format: SampleFormat,
            _ light: LinearLight?, width: Int
        ) throws(CodecError) {
            var (isIndex, isLab) = (false, false)
            switch model.colors {
            case .palette: isIndex = true
            case .lab: isLab = true
            case .gray, .rgb, .cmyk: break
            }
            samples = try TIFFSamples(directory, isIndex: isIndex, isRaw: isLab)
            self.model = model
            self.format = format
            perPixel = Int(directory.samples)
            used = model.used
            palette = isIndex ? Self.palette(of: directory) : []
            opacities = isIndex ? Self.opacities(bits: Int(directory.bits)) : []
            let bytes = width * format.levelBytes
            unpacked = try TIFFBuffer(count: bytes * max(perPixel, 1))
            packed = try TIFFBuffer(count: bytes * Self.mostUsed)
            self.light = try light.map { light throws(CodecError) in
                try TIFFLight(light, model, width: width)
            }
        }

        /// The most samples of a pixel that are used: four inks and alpha.
        private static let mostUsed = 5

        /// Returns the bytes of the buffers for rows of `width` pixels.
        static func byteCount(
            of directory: CTIFFDirectory, as format: SampleFormat, width: Int
        ) -> Int {
            width * (Int(directory.samples) + mostUsed) * format.levelBytes
                + (format == .rgbaHalf ? TIFFLight.byteCount(width: width) : 0)
        }

        /// The brightest light so far as a multiple of white, at least 1.
        var brightest: Double { Double(light?.brightest ?? 1) }

        /// The planes to read if each sample has its own.
        var planes: [Int] { used }

        /// Converts a row of interleaved samples.
        func convert(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            switch format {
            case .bgra8:
                let row = samples.isPlain ? source : unpack(source, count: count * perPixel)
                finish(pack(row, count: count), into: target, count: count)
            case .rgba16:
                let row: UnsafePointer<UInt16> = unpack(source, count: count * perPixel)
                model.convert(pack(row, count: count), into: Self.deep(target), count: count)
            case .rgbaHalf:
                let row: UnsafePointer<Float> = unpack(source, count: count * perPixel)
                light?.convert(pack(row, count: count), into: Self.deep(target), count: count)
            }
        }

        /// Converts a row of samples in planes, which are `distance` bytes apart.
        func convertPlanes(
            _ source: UnsafePointer<UInt8>, distance: Int,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            switch format {
            case .bgra8:
                let row: UnsafePointer<UInt8> = interleave(source, distance, count: count)
                finish(row, into: target, count: count)
            case .rgba16:
                let row: UnsafePointer<UInt16> = interleave(source, distance, count: count)
                model.convert(row, into: Self.deep(target), count: count)
            case .rgbaHalf:
                let row: UnsafePointer<Float> = interleave(source, distance, count: count)
                light?.convert(row, into: Self.deep(target), count: count)
            }
        }

        /// Returns the levels of samples.
        private func unpack<Level: TIFFLevel>(
            _ source: UnsafePointer<UInt8>, count: Int
        ) -> UnsafePointer<Level> {
            let levels = unpacked.levels(Level.self)
            samples.read(source, into: levels, count: count)
            return UnsafePointer(levels)
        }

        /// Returns the levels of a row that are used.
        private func pack<Level: TIFFLevel>(
            _ row: UnsafePointer<Level>, count: Int
        ) -> UnsafePointer<Level> {
            guard perPixel != used.count else { return row }
            let levels = packed.levels(Level.self)
            for (place, sample) in used.enumerated() {
                for at in 0..<count {
                    levels[at * used.count + place] = row[at * perPixel + sample]
                }
            }
            return UnsafePointer(levels)
        }

        /// Returns the levels of planes, pixel after pixel.
        private func interleave<Level: TIFFLevel>(
            _ source: UnsafePointer<UInt8>, _ distance: Int, count: Int
        ) -> UnsafePointer<Level> {
            let levels = packed.levels(Level.self)
            for place in used.indices {
                let plane: UnsafePointer<Level> = unpack(source + place * distance, count: count)
                for at in 0..<count { levels[at * used.count + place] = plane[at] }
            }
            return UnsafePointer(levels)
        }

        /// Returns the samples of a row of a deep bitmap.
        private static func deep(
            _ target: UnsafeMutablePointer<UInt8>
        ) -> UnsafeMutablePointer<UInt16> {
            // Safe because rows of a deep bitmap, and their pixels, are aligned to samples.
            UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
        }

        /// Converts 8-bit samples that are all used.
        private func finish(
            _ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            switch (model.colors, model.alpha) {
            case (.palette, nil):
                let pixels = UnsafeMutableRawPointer(target)
                for at in 0..<count {
                    pixels.storeBytes(
                        of: palette[Int(row[at])], toByteOffset: at * 4, as: UInt32.self)
                }
            case (.palette, let alpha?): lookUp(row, alpha, into: target, count: count)
            case (.cmyk, nil): target.update(from: row, count: count * 4)
            case (.cmyk, let alpha?): Self.mix(row, alpha, into: target, count: count)
            case (.lab(let isSigned), let alpha):
                TIFFLab.convert(
                    row, samples: used.count, isSigned: isSigned, into: target, count: count)
                if let alpha { Self.apply(alpha, of: row, to: target, count: count) }
            case (.rgb, nil):
                Convert.premultiplied(from: row, as: .rgb8, into: target, count: count)
            case (.rgb, .plain):
                Convert.premultiplied(from: row, as: .rgba8, into: target, count: count)
            case (.rgb, .multiplied):
                for at in 0..<count { Self.store(row + at * 4, (2, 1, 0, 3), target + at * 4) }
            case (.gray(let isInverted), nil):
                Convert.premultiplied(from: row, as: .gray8, into: target, count: count)
                if isInverted { Self.invert(target, count: count) }
            case (.gray(let isInverted), .plain):
                Convert.premultiplied(from: row, as: .grayAlpha8, into: target, count: count)
                if isInverted { Self.invertBelowAlpha(target, count: count) }
            case (.gray(let isInverted), .multiplied):
                for at in 0..<count { Self.store(row + at * 2, (0, 0, 0, 1), target + at * 4) }
                if isInverted { Self.invertBelowAlpha(target, count: count) }
            }
        }

        /// Converts pairs of an index and an alpha sample, which has the depth of the index.
        private func lookUp(
            _ row: UnsafePointer<UInt8>, _ alpha: TIFFModel.Alpha,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for at in 0..<count {
                let (color, opacity) = (palette[Int(row[at * 2])], opacities[Int(row[at * 2 + 1])])
                for channel in 0..<3 {
                    let level = UInt8(truncatingIfNeeded: color.littleEndian >> UInt32(channel * 8))
                    target[at * 4 + channel] =
                        switch alpha {
                        case .plain: Convert.multiply(level, opacity)
                        case .multiplied: min(level, opacity)
                        }
                }
                target[at * 4 + 3] = opacity
            }
        }

        /// Stores one premultiplied pixel, its colours clamped to alpha.
        @inline(__always)
        private static func store(
            _ pixel: UnsafePointer<UInt8>, _ order: (Int, Int, Int, Int),
            _ target: UnsafeMutablePointer<UInt8>
        ) {
            let alpha = pixel[order.3]
            target[0] = min(pixel[order.0], alpha)
            target[1] = min(pixel[order.1], alpha)
            target[2] = min(pixel[order.2], alpha)
            target[3] = alpha
        }

        /// Converts inks and alpha to premultiplied pixels, as `Bitmap.convertCMYKToSRGB()` does.
        private static func mix(
            _ row: UnsafePointer<UInt8>, _ alpha: TIFFModel.Alpha,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for at in 0..<count {
                let (inks, pixel) = (row + at * 5, target + at * 4)
                let opacity = inks[4]
                for ink in 0..<3 {
                    switch alpha {
                    case .plain:
                        let light = Convert.multiply(255 - inks[ink], 255 - inks[3])
                        pixel[2 - ink] = Convert.multiply(light, opacity)
                    case .multiplied:
                        let (light, white) = (
                            Int(opacity) - Int(min(inks[ink], opacity)),
                            Int(opacity) - Int(min(inks[3], opacity))
                        )
                        pixel[2 - ink] = UInt8(light * white / max(Int(opacity), 1))
                    }
                }
                pixel[3] = opacity
            }
        }

        /// Gives opaque pixels the alpha after their three samples.
        private static func apply(
            _ alpha: TIFFModel.Alpha, of row: UnsafePointer<UInt8>,
            to target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for at in 0..<count {
                let (pixel, opacity) = (target + at * 4, row[at * 4 + 3])
                for channel in 0..<3 {
                    pixel[channel] =
                        switch alpha {
                        case .plain: Convert.multiply(pixel[channel], opacity)
                        case .multiplied: min(pixel[channel], opacity)
                        }
                }
                pixel[3] = opacity
            }
        }

        private static func invert(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
            let pixels = UnsafeMutableRawPointer(row)
            for at in 0..<count {
                let pixel = pixels.load(fromByteOffset: at * 4, as: UInt32.self)
                pixels.storeBytes(
                    of: pixel ^ UInt32(littleEndian: 0x00FF_FFFF), toByteOffset: at * 4,
                    as: UInt32.self)
            }
        }

        /// Inverts the colours of premultiplied pixels: each becomes its difference from alpha.
        private static func invertBelowAlpha(_ row: UnsafeMutablePointer<UInt8>, count: Int) {
            for at in stride(from: 0, to: count * 4, by: 4) {
                for channel in at..<at + 3 { row[channel] = row[at + 3] - row[channel] }
            }
        }

        /// Returns the alpha of the 256 values of a byte, of which `bits` bits are used.
        private static func opacities(bits: Int) -> [UInt8] {
            let largest = 1 << min(max(bits, 1), 8) - 1
            return (0..<256).map { UInt8((min($0, largest) * 255 + largest / 2) / largest) }
        }

        /// Returns 256 entries of the colour table; some files use only each number's low byte.
        private static func palette(of directory: CTIFFDirectory) -> [UInt32] {
            guard let red = directory.red, let green = directory.green, let blue = directory.blue
            else { return [] }
            let count = 1 << min(Int(directory.bits), 8)
            let isNarrow = (0..<count).allSatisfy {
                red[$0] < 256 && green[$0] < 256 && blue[$0] < 256
            }
            let shift: UInt16 = isNarrow ? 0 : 8
            let entries = (0..<count).map { at in
                (UInt32(blue[at] >> shift) | UInt32(green[at] >> shift) << 8
                    | UInt32(red[at] >> shift) << 16 | 0xFF00_0000).littleEndian
            }
            return entries + Array(repeating: 0xFF00_0000, count: 256 - count)
        }
    }
#endif
