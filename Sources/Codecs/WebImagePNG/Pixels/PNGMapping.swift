#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The conversion of rows of 16 bits a sample, for colours that need it before samples are
    /// rounded.
    ///
    /// It is a class because each row of any file asks for it.
    final class PNGMapping: Sendable {
        /// The format of the converted rows.
        let samples: SampleFormat
        private let curve: CurveMapping?
        /// The sample of black and the range up to white; nil for the full range.
        private let range: (black: Int, span: Int)?

        /// Creates the conversion of a file's rows; nil if samples of 8 bits can be taken as they
        /// are.
        ///
        /// - Parameters:
        ///   - color: The colours as the file states them.
        ///   - samples: The format of the bitmap.
        init?(_ file: PNGFile, _ color: ColorDescription, to samples: SampleFormat) {
            self.samples = samples
            curve =
                if samples == .bgra8, case .codePoints(let codePoints) = color {
                    CurveMapping(codePoints, peak: file.colors.peak)
                } else { nil }
            // H.273, 8.3: 16 and 235 of 8 bits, here repeated in the other 8, or the same shifted.
            let step = file.header?.form.first == 16 ? 256 : 257
            range = file.colors.hasNarrowRange ? (16 * step, 219 * step) : nil
            guard samples != .bgra8 || curve != nil || range != nil else { return nil }
        }

        /// Converts a row to premultiplied BGRA.
        ///
        /// - Parameters:
        ///   - samples: Red, green, blue, and alpha if `format` has it.
        ///   - format: The format with 8 bits a sample.
        func map(
            _ samples: UnsafePointer<UInt16>, _ format: PixelFormat,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            let channels = format.bytesPerPixel
            guard let range else {
                let layout = CurveMapping.Layout(channels: channels, maximum: 65535)
                curve?.map(samples, layout, into: target, count: count)
                return
            }
            let full = (0..<count * channels).map { place in
                // Alpha has the full range always.
                place % channels < 3 ? Self.full(samples[place], range) : samples[place]
            }
            guard let curve else {
                let bytes = full.map { UInt8((Int($0) * 255 + 32767) / 65535) }
                return Convert.premultiplied(from: bytes, as: format, into: target, count: count)
            }
            curve.map(
                full, CurveMapping.Layout(channels: channels, maximum: 65535), into: target,
                count: count)
        }

        /// Converts a row to pixels of 16 bits, not premultiplied.
        ///
        /// - Parameters:
        ///   - samples: Red, green, blue, and alpha if `format` has it.
        ///   - format: The format with 8 bits a sample.
        func widen(
            _ samples: UnsafePointer<UInt16>, _ format: PixelFormat,
            into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            let channels = format.bytesPerPixel
            if channels == 4, range == nil {
                return target.update(from: samples, count: count * 4)
            }
            for pixel in 0..<count {
                let (from, to) = (samples + pixel * channels, target + pixel * 4)
                for channel in 0..<3 {
                    to[channel] = range.map { Self.full(from[channel], $0) } ?? from[channel]
                }
                to[3] = channels == 4 ? from[3] : 65535
            }
        }

        /// Returns the sample of the full range.
        private static func full(_ sample: UInt16, _ range: (black: Int, span: Int)) -> UInt16 {
            UInt16(
                clamping: ((Int(sample) - range.black) * 65535 + range.span / 2) / range.span)
        }
    }
#endif
