#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The colours of a file: the ones that it states, or the ones of the pixels that libjxl
    /// returns.
    struct JPEGXLColors {
        /// The colours of the samples.
        let stated: ColorDescription
        /// The colours after `mapping`.
        let shown: ColorDescription
        /// The mapping of samples of 16 bits; nil if samples of 8 bits hold the curve.
        let mapping: CurveMapping?
        /// `true` for PQ and HLG, whose light is mapped to that of a screen at any depth.
        let isMappedToRange: Bool
        /// The light that a file in PQ states, other than the end of the curve.
        var contentLight: ContentLight?

        /// `true` for linear light of primaries that have a name.
        var isLinear: Bool {
            if case .codePoints(let points) = stated { points.transfer == .linear } else { false }
        }

        /// Describes colours by code points if they have them, otherwise by a profile.
        ///
        /// - Parameter usesProfile: `true` for inks, which only a profile describes.
        /// - Throws: `CodecError.damaged` for primaries or a gamma that span no colours.
        init(
            _ stream: JPEGXLStream, _ target: JxlColorProfileTarget, usesProfile: Bool
        ) throws(CodecError) {
            guard !usesProfile, let encoding = stream.encoding(target), let curve = encoding.curve
            else {
                stated = ColorDescription(profile: stream.profile(target))
                (shown, mapping, isMappedToRange) = (stated, nil, false)
                return
            }
            // 10,000 cd/m², the end of PQ, is what encoders write that know no peak.
            let peak = stream.basicInfo.map { Double($0.intensity_target) }
                .flatMap { $0 < 10000 ? $0 : nil }
            let places = encoding.places
            let known = ColorPrimaries(near: places)
            guard case .transfer(let function) = curve else {
                stated = try Self.profile(places, curve)
                (shown, mapping, isMappedToRange) = (stated, nil, false)
                return
            }
            // The mapping of other primaries needs only about their weights.
            let points = ColorCodePoints(primaries: known ?? .bt2020, transfer: function)
            mapping = CurveMapping(points, peak: peak)
            if function == .pq, let peak {
                contentLight = ContentLight(maximum: Int(peak.rounded()))
            }
            isMappedToRange = ColorDescription(points).isMappedToRange
            // libjxl converts BT.709 by the inverse of its curve, not by the displays' curve.
            if known != nil, function != .bt709 {
                stated = ColorDescription(points)
                shown = stated.ofPixels
            } else {
                stated = try Self.profile(places, curve)
                shown = mapping == nil ? stated : try Self.profile(places, .transfer(.sRGB))
            }
        }

        private static func profile(
            _ places: Chromaticities, _ curve: ProfileCurve
        ) throws(CodecError) -> ColorDescription {
            let primaries = ColorPrimaries(near: places)?.name ?? "custom primaries"
            let name =
                switch curve {
                case .gamma(let gamma): "gamma \((gamma * 100).rounded() / 100)"
                case .transfer(let function): function.name
                }
            guard let profile = ICCProfile.build("\(primaries) \(name)", places, curve) else {
                throw .damaged(.jxl, "the primaries or the gamma span no colours")
            }
            return .profile(profile)
        }
    }

    extension JPEGXLStream {
        /// Returns the colours of a target; nil if only a profile describes them.
        func encoding(_ target: JxlColorProfileTarget) -> JxlColorEncoding? {
            var encoding = JxlColorEncoding()
            let isKnown = withUnsafePointer(to: jxl) {
                cjxl_color_encoding($0, decoder, target, &encoding)
            }
            return isKnown ? encoding : nil
        }

        /// Returns the ICC profile of a target; nil if there is none or it is too large.
        fileprivate func profile(_ target: JxlColorProfileTarget) -> ByteBlock? {
            withUnsafePointer(to: jxl) { functions in
                let count = cjxl_icc_size(functions, decoder, target)
                guard count > 0, count <= Self.maxProfile else { return nil }
                let block = ByteBlock(capacity: count) { buffer in
                    guard let base = buffer.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                    return cjxl_icc_bytes(functions, decoder, target, base, count) ? count : 0
                }
                return block.count > 0 ? block : nil
            }
        }

        private static let maxProfile = 16 << 20
    }

    extension JxlColorEncoding {
        /// The curve; nil for an unknown one, and for a colour space other than RGB and grey.
        fileprivate var curve: ProfileCurve? {
            guard [JXL_COLOR_SPACE_RGB, JXL_COLOR_SPACE_GRAY].contains(color_space) else {
                return nil
            }
            guard transfer_function == JXL_TRANSFER_FUNCTION_GAMMA else {
                return TransferFunction(rawValue: Int(transfer_function.rawValue))
                    .map { .transfer($0) }
            }
            // The file has the exponent from light to samples.
            return (gamma - 1).magnitude < 0.001 ? .transfer(.linear) : .gamma(1 / gamma)
        }

        /// The primaries and white; sRGB's for greys, whose white becomes white.
        fileprivate var places: Chromaticities {
            guard color_space == JXL_COLOR_SPACE_RGB else {
                return ColorPrimaries.bt709.chromaticities
            }
            func place(_ numbers: (Double, Double)) -> SIMD2<Double> {
                SIMD2(numbers.0, numbers.1)
            }
            return Chromaticities(
                red: place(primaries_red_xy), green: place(primaries_green_xy),
                blue: place(primaries_blue_xy), white: place(white_point_xy))
        }
    }
#endif
