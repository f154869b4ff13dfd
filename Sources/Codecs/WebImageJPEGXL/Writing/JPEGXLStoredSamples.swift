#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The form of the samples in a file that is written.
    struct JPEGXLStoredSamples {
        /// The meaning of the samples.
        enum Color {
            /// The colours of the embedded profile, or sRGB.
            case file
            /// PQ or HLG, and the luminance in cd/m² of the brightest pixel or screen.
            case stated(JxlColorEncoding, peak: Float)
            /// Floats of linear light with the primaries of sRGB.
            case light
        }

        /// The bits of a sample, alpha's too.
        let bits: UInt32
        /// The bits of the exponent; 0 for integers.
        let exponentBits: UInt32
        let color: Color

        init(bits: UInt32, exponentBits: UInt32 = 0, color: Color) {
            (self.bits, self.exponentBits, self.color) = (bits, exponentBits, color)
        }

        /// Chooses the form of a still's samples; only those of 16 bits can be PQ and HLG.
        init(_ bitmap: Bitmap, _ settings: EncodeSettings) {
            let deep = UInt32(min(max(bitmap.significantBits, 9), 16))
            switch settings.storedFormat(of: bitmap) {
            case .bgra8: self.init(bits: 8, color: .file)
            case .rgbaHalf:
                // In a float of one more bit of exponent the halves that are lost are exact.
                let isWide = settings.isLossless && bitmap.hasLostHalves
                self.init(
                    bits: isWide ? 17 : 16, exponentBits: isWide ? 6 : 5, color: .light)
            case .rgba16:
                guard let points = settings.codePoints, let encoding = JxlColorEncoding(points)
                else {
                    self.init(bits: deep, color: .file)
                    return
                }
                let peak = Self.peak(of: points.transfer, settings.contentLight)
                self.init(bits: deep, color: .stated(encoding, peak: peak))
            }
        }

        /// Returns the luminance to state in cd/m².
        ///
        /// In PQ it is that of the brightest pixel, from which readers map tones; 10,000, the end
        /// of the curve, is libjxl's own number for an unknown one. In HLG it is that of the
        /// screen, which decides about the system gamma, so that it is always the nominal 1,000 of
        /// BT.2100.
        private static func peak(of curve: TransferFunction, _ light: ContentLight?) -> Float {
            guard curve == .pq else { return 1000 }
            guard let maximum = light?.maximum, maximum > 0 else { return 10000 }
            return Float(min(maximum, 10000))
        }
    }

    extension Bitmap {
        /// `true` if a sample is a half float from 2⁻¹⁵ to below 2⁻¹⁴, or the negative of one.
        ///
        /// Encoders of libjxl, 0.7 to 0.11 at least, lose the first bit of these.
        fileprivate var hasLostHalves: Bool {
            let (width, stride) = (size.width, bytesPerRow / 2)
            return withDeepRows { rows in
                (0..<size.height).contains { y in
                    (0..<width * 4).contains { rows[y * stride + $0] & 0x7E00 == 0x0200 }
                }
            }
        }
    }

    extension JxlColorEncoding {
        /// Describes PQ and HLG with the primaries of BT.709, P3 and BT.2020; nil for other
        /// colours.
        init?(_ points: ColorCodePoints) {
            self.init()
            switch points.primaries {
            case .bt709: primaries = JXL_PRIMARIES_SRGB
            case .p3: primaries = JXL_PRIMARIES_P3
            case .bt2020: primaries = JXL_PRIMARIES_2100
            default: return nil
            }
            switch points.transfer {
            case .pq: transfer_function = JXL_TRANSFER_FUNCTION_PQ
            case .hlg: transfer_function = JXL_TRANSFER_FUNCTION_HLG
            default: return nil
            }
            color_space = JXL_COLOR_SPACE_RGB
            white_point = JXL_WHITE_POINT_D65
            rendering_intent = JXL_RENDERING_INTENT_RELATIVE
        }
    }
#endif
