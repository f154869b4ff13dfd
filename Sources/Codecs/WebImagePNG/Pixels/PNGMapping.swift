#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The conversion of rows of 16 bits a sample, for colours that need it before samples are
    /// rounded.
    ///
    /// It is a class because each row of any file asks for it.
    final class PNGMapping: Sendable {
        private let curve: CurveMapping?
        /// The sample of black and the range up to white; nil for the full range.
        private let range: (black: Int, span: Int)?

        /// Creates the conversion of a file's rows; nil if samples of 8 bits can be taken as they
        /// are.
        ///
        /// - Parameter color: The colours as the file states them.
        init?(_ file: PNGFile, _ color: ColorDescription) {
            curve =
                if case .codePoints(let codePoints) = color {
                    CurveMapping(codePoints, peak: file.colors.peak)
                } else { nil }
            // H.273, 8.3: 16 and 235 of 8 bits, here repeated in the other 8, or the same shifted.
            let step = file.header?.form.first == 16 ? 256 : 257
            range = file.colors.hasNarrowRange ? (16 * step, 219 * step) : nil
            guard curve != nil || range != nil else { return nil }
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
                let sample = Int(samples[place])
                // Alpha has the full range always.
                guard place % channels < 3 else { return UInt16(sample) }
                return UInt16(
                    clamping: ((sample - range.black) * 65535 + range.span / 2) / range.span)
            }
            guard let curve else {
                let bytes = full.map { UInt8((Int($0) * 255 + 32767) / 65535) }
                return Convert.premultiplied(from: bytes, as: format, into: target, count: count)
            }
            curve.map(
                full, CurveMapping.Layout(channels: channels, maximum: 65535), into: target,
                count: count)
        }
    }
#endif
