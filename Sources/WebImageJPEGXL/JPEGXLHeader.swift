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
        /// `true` if the pixels are in the format's own colour space, convertible to sRGB.
        let isConvertible: Bool
        /// `true` if sRGB is requested from the library.
        let prefersSRGB: Bool
        /// The ticks a second of an animation, as a fraction; nil for a still image.
        let ticks: (numerator: Int, denominator: Int)?
        /// The total number of plays, 0 for infinite.
        let loopCount: Int
        /// The ICC profile of the pixels; nil if they are sRGB.
        let profile: ByteBlock?

        /// The mapping to sRGB of pixels that the library does not convert; nil if none is needed.
        let tones: JPEGXLTones?

        /// Reads the header at the event of the colour encoding, and requests sRGB.
        ///
        /// - Parameter policy: `keep` to leave colours of a still that the library can return with a
        ///   profile as they are.
        init(_ stream: JPEGXLStream, _ policy: ColorProfilePolicy) throws(CodecError) {
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
            isConvertible = info.uses_original_profile == 0
            let animation = info.animation
            ticks =
                info.have_animation == 0
                ? nil : (Int(animation.tps_numerator), Int(animation.tps_denominator))
            loopCount = Int(animation.num_loops)
            // Frames of an animation have no profile of their own to be told with.
            prefersSRGB =
                isConvertible
                && (policy == .sRGB || info.have_animation != 0 || !stream.hasStandardRange)
            if prefersSRGB { stream.preferSRGB(info) }
            tones =
                isConvertible || black != nil
                ? nil
                : stream.encoding.flatMap {
                    JPEGXLTones($0, brightest: info.intensity_target)
                }
            profile = tones == nil ? stream.profile : nil
        }

        /// The colour space of the bitmap.
        var colorSpace: ColorSpace {
            if black != nil { return .cmyk }
            return profile == nil ? .sRGB : .embedded
        }

        /// Returns the duration of `ticks` of the file.
        func duration(ofTicks count: UInt32) -> Duration {
            guard let ticks, ticks.numerator > 0 else { return .milliseconds(Int(count)) }
            return .seconds(Int(count) * max(ticks.denominator, 1)) / ticks.numerator
        }
    }

    extension JPEGXLStream {
        /// Requests sRGB, which the library can convert only from its own colour space.
        func preferSRGB(_ info: JxlBasicInfo) {
            guard info.uses_original_profile == 0 else { return }
            var encoding = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&encoding, info.num_color_channels == 1 ? 1 : 0)
            // This is a preference; the result is queried afterwards.
            _ = jxl.JxlDecoderSetPreferredColorProfile(decoder, &encoding)
        }

        /// Requests that brightness above a usual screen's is mapped into its range; called first.
        func mapBrightness() {
            _ = jxl.JxlDecoderSetDesiredIntensityTarget(decoder, Self.screenWhite)
        }

        /// The ICC profile of the pixels; nil if they are sRGB or the profile is too large.
        fileprivate var profile: ByteBlock? {
            if isSRGB { return nil }
            return withUnsafePointer(to: jxl) { functions in
                let count = cjxl_icc_size(functions, decoder)
                guard count > 0, count <= Self.maxProfile else { return nil }
                let block = ByteBlock(capacity: count) { buffer in
                    guard let base = buffer.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                    return cjxl_icc_bytes(functions, decoder, base, count) ? count : 0
                }
                return block.count > 0 ? block : nil
            }
        }

        private static let maxProfile = 16 << 20
        /// The luminance of white on a usual screen as the format defines it, in cd/m².
        private static let screenWhite: Float = 255

        /// The colours of the pixels; nil if only a profile describes them.
        fileprivate var encoding: JxlColorEncoding? {
            var encoding = JxlColorEncoding()
            let isKnown = withUnsafePointer(to: jxl) {
                cjxl_color_encoding($0, decoder, &encoding)
            }
            return isKnown ? encoding : nil
        }

        /// `true` if the pixels have the range of a usual screen, in a colour space that libjxl can
        /// convert to without a colour management system.
        fileprivate var hasStandardRange: Bool {
            guard let encoding else { return false }
            let curves = [
                JXL_TRANSFER_FUNCTION_SRGB, JXL_TRANSFER_FUNCTION_709, JXL_TRANSFER_FUNCTION_GAMMA,
            ]
            return curves.contains(encoding.transfer_function)
        }

        private var isSRGB: Bool {
            guard let encoding, encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB,
                encoding.white_point == JXL_WHITE_POINT_D65
            else { return false }
            return encoding.color_space == JXL_COLOR_SPACE_GRAY
                || encoding.color_space == JXL_COLOR_SPACE_RGB
                    && encoding.primaries == JXL_PRIMARIES_SRGB
        }
    }
#endif
