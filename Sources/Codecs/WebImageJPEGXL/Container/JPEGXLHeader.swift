#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The header of the codestream: size, channels, colours.
    struct JPEGXLHeader {
        /// The relation of alpha to colour.
        enum Alpha {
            case none, straight, premultiplied
        }

        /// The size before the orientation is applied.
        let size: PixelSize
        /// The orientation of the stored pixels.
        let orientation: Orientation
        let alpha: Alpha
        /// The index of the black channel of CMYK; nil for other colour spaces.
        let black: UInt32?
        /// The number of channels that the library holds for each pixel.
        let channels: Int
        /// The curve that is requested from the library, with the primaries of sRGB; nil for the
        /// colours of the file.
        let preferredCurve: JxlTransferFunction?
        /// The ticks a second of an animation, as a fraction; nil for a still image.
        let ticks: (numerator: Int, denominator: Int)?
        /// The total number of plays, 0 for infinite.
        let loopCount: Int
        /// The colours that the file states; of an animation its frames'.
        let stated: ColorDescription
        /// The colours of the bitmap.
        let color: ColorDescription
        /// The form of the library's samples.
        let samples: JPEGXLSamples
        /// The light that a file in PQ states, other than the end of the curve.
        let contentLight: ContentLight?

        /// Reads the header at the event of the colour encoding, and requests sRGB, or its linear
        /// light.
        ///
        /// - Parameter options: The depth of samples, and `keep` to leave colours of a still that
        ///   the library can return with a profile as they are.
        init(_ stream: JPEGXLStream, _ options: DecodeOptions) throws(CodecError) {
            guard let info = stream.basicInfo else {
                throw .damaged(.jxl, "the header is missing")
            }
            size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            orientation = Orientation(rawValue: Int(info.orientation.rawValue)) ?? .up
            alpha =
                info.alpha_bits == 0
                ? .none : info.alpha_premultiplied == 0 ? .straight : .premultiplied
            black = (0..<info.num_extra_channels).first {
                stream.extraChannel($0)?.type == JXL_CHANNEL_BLACK
            }
            channels = Int(info.num_color_channels) + Int(info.num_extra_channels)
            let animation = info.animation
            ticks =
                info.have_animation == 0
                ? nil : (Int(animation.tps_numerator), Int(animation.tps_denominator))
            loopCount = Int(animation.num_loops)
            let original = try JPEGXLColors(
                stream, JXL_COLOR_PROFILE_TARGET_ORIGINAL, usesProfile: black != nil)
            preferredCurve = stream.preferredCurve(
                info, isLinear: original.isLinear && black == nil, options)
            if let preferredCurve { stream.prefer(preferredCurve, info) }
            let colors = try JPEGXLColors(
                stream, JXL_COLOR_PROFILE_TARGET_DATA, usesProfile: black != nil)
            samples = JPEGXLSamples(info, colors, hasInks: black != nil, options)
            color =
                switch samples.format {
                case .bgra8: colors.shown
                case .rgba16: colors.stated
                case .rgbaHalf: .sRGB
                }
            stated = info.have_animation == 0 ? original.stated : color
            contentLight = original.contentLight
        }

        /// The colour space of the bitmap.
        var colorSpace: ColorSpace {
            black != nil ? .cmyk : color.colorSpace
        }

        /// Returns the duration of `ticks` of the file.
        func duration(ofTicks count: UInt32) -> Duration {
            guard let ticks, ticks.numerator > 0 else { return .milliseconds(Int(count)) }
            return .seconds(Int(count) * max(ticks.denominator, 1)) / ticks.numerator
        }
    }

    extension JPEGXLStream {
        /// Requests a curve with the primaries of sRGB, which the library can convert to only from
        /// its own colour space.
        func prefer(_ curve: JxlTransferFunction, _ info: JxlBasicInfo) {
            guard info.uses_original_profile == 0 else { return }
            var encoding = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&encoding, info.num_color_channels == 1 ? 1 : 0)
            encoding.transfer_function = curve
            // This is a preference; the result is queried afterwards.
            _ = jxl.JxlDecoderSetPreferredColorProfile(decoder, &encoding)
        }

        /// Returns the curve to request: linear light for floats of it, sRGB for other colours that
        /// the library can convert, nil for none.
        fileprivate func preferredCurve(
            _ info: JxlBasicInfo, isLinear: Bool, _ options: DecodeOptions
        ) -> JxlTransferFunction? {
            guard info.uses_original_profile == 0 else { return nil }
            let isStill = info.have_animation == 0
            if isStill, isLinear, options.pixelDepth == .hdr, info.exponent_bits_per_sample > 0 {
                return JXL_TRANSFER_FUNCTION_LINEAR
            }
            // Frames of an animation have no profile of their own to be told with.
            let keeps = options.colorProfile == .keep && isStill && hasStandardRange
            return isHighRange || keeps ? nil : JXL_TRANSFER_FUNCTION_SRGB
        }

        /// `true` if the file has PQ or HLG, whose tones are mapped here.
        fileprivate var isHighRange: Bool {
            guard let curve = encoding(JXL_COLOR_PROFILE_TARGET_DATA)?.transfer_function else {
                return false
            }
            return [JXL_TRANSFER_FUNCTION_PQ, JXL_TRANSFER_FUNCTION_HLG].contains(curve)
        }

        /// `true` if the pixels have the range of a usual screen, in a colour space that libjxl can
        /// convert to without a colour management system.
        fileprivate var hasStandardRange: Bool {
            guard let encoding = encoding(JXL_COLOR_PROFILE_TARGET_DATA) else { return false }
            let curves = [
                JXL_TRANSFER_FUNCTION_SRGB, JXL_TRANSFER_FUNCTION_709, JXL_TRANSFER_FUNCTION_GAMMA,
                JXL_TRANSFER_FUNCTION_LINEAR, JXL_TRANSFER_FUNCTION_DCI,
            ]
            return curves.contains(encoding.transfer_function)
        }
    }
#endif
