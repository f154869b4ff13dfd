#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// What the head of the codestream says: size, channels, colours.
    struct JPEGXLHeader {
        /// How alpha goes with colour.
        enum Alpha {
            case none, straight, premultiplied
        }

        /// Width and height as stored.
        let size: PixelSize
        /// How the stored pixels lie on the upright picture.
        let orientation: Orientation
        /// How alpha goes with colour.
        let alpha: Alpha
        /// The index of the channel of black ink, nil for light instead of inks.
        let black: UInt32?
        /// Channels that the library holds for each pixel.
        let channels: Int
        /// Ticks each second in an animation, as a fraction; nil for a still.
        let ticks: (numerator: Int, denominator: Int)?
        /// How often an animation plays, 0 for ever.
        let loopCount: Int
        /// The ICC profile of the pixels, nil where they are sRGB.
        let profile: ByteBlock?

        /// Reads the header at the event of the colour encoding, and asks for sRGB.
        init(_ stream: JPEGXLStream) throws(CodecError) {
            guard let info = stream.basicInfo else {
                throw .damaged(.jxl, "there is no header")
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
            stream.preferSRGB(info)
            profile = stream.profile
        }

        /// What the bitmap's numbers mean.
        var colorSpace: ColorSpace {
            if black != nil { return .cmyk }
            return profile == nil ? .sRGB : .embedded
        }

        /// How long `ticks` of the file last.
        func duration(ofTicks count: UInt32) -> Duration {
            guard let ticks, ticks.numerator > 0 else { return .milliseconds(Int(count)) }
            return .seconds(Int(count) * max(ticks.denominator, 1)) / ticks.numerator
        }
    }

    extension JPEGXLStream {
        /// Asks for sRGB, which the library can make of its own colour space alone.
        ///
        func preferSRGB(_ info: JxlBasicInfo) {
            guard info.uses_original_profile == 0 else { return }
            var encoding = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&encoding, info.num_color_channels == 1 ? 1 : 0)
            // A preference: what came of it is asked afterwards.
            _ = jxl.JxlDecoderSetPreferredColorProfile(decoder, &encoding)
        }

        /// The ICC profile of the pixels, nil where they are sRGB and where it is beyond reason.
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

        private var isSRGB: Bool {
            var encoding = JxlColorEncoding()
            let isKnown = withUnsafePointer(to: jxl) {
                cjxl_color_encoding($0, decoder, &encoding)
            }
            guard isKnown, encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB,
                encoding.white_point == JXL_WHITE_POINT_D65
            else { return false }
            return encoding.color_space == JXL_COLOR_SPACE_GRAY
                || encoding.color_space == JXL_COLOR_SPACE_RGB
                    && encoding.primaries == JXL_PRIMARIES_SRGB
        }
    }
#endif
