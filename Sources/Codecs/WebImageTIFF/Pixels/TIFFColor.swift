#if TIFF
    import CTIFFShim
    import WebImageCoding

    extension TIFFReader {
        /// The colours of the page: of its profile, otherwise of its chromaticities or of EXIF.
        ///
        /// Chromaticities and EXIF that name different colours count as sRGB. The curve is sRGB's:
        /// `TransferFunction` is not read. Of BigTIFF only the profile is.
        var color: ColorDescription {
            // A profile of Lab or of unknown colours does not apply to the converted RGB.
            guard [0, 1, 2, 3, 5, 6].contains(directory.photometric) else { return .sRGB }
            if directory.photometric == 5, TIFFModel(directory)?.isCMYK == false { return .sRGB }
            if let profile { return ColorDescription(profile: profile) }
            let bytes = bytes.bytes
            guard directory.photometric != 5,
                bytes.u16(at: 2, bytes.has("MM") ? .big : .little) == 42,
                let page = ExifDirectory(
                    of: bytes, at: directoryOffset, bytes.has("MM") ? .big : .little)
            else { return .sRGB }
            let exif = ExifColor(of: page, in: bytes)
            guard [2, 3, 6].contains(directory.photometric),
                let places = Chromaticities(of: page, in: bytes)
            else {
                if case .adobeRGB = exif { return .adobeRGB }
                return .sRGB
            }
            switch exif {
            case .sRGB, .contradictory: return .sRGB
            case .adobeRGB: return places.isNear(.adobeRGB) ? .adobeRGB : .sRGB
            case .unstated: return places.color
            }
        }

        /// Returns the linear light that the page's floats are; nil for all other samples, and
        /// unless the options ask for light above white.
        func light(_ options: DecodeOptions) -> LinearLight? {
            let float = 3
            guard options.pixelDepth == .hdr, Int(directory.sample_format) == float,
                let model = TIFFModel(directory), model.isDeep, !model.hasInks
            else { return nil }
            return LinearLight(color)
        }
    }

    extension Chromaticities {
        fileprivate static let adobeRGB = Chromaticities(
            red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329])

        /// Reads `PrimaryChromaticities` and `WhitePoint` (TIFF 6.0, section 20); nil if one is
        /// missing or its numbers are no chromaticities.
        fileprivate init?(of page: ExifDirectory, in bytes: RawSpan) {
            guard let colors = page.points(0x013F, count: 3, of: bytes),
                let white = page.points(0x013E, count: 1, of: bytes)
            else { return nil }
            self.init(red: colors[0], green: colors[1], blue: colors[2], white: white[0])
        }

        /// Returns `true` if all numbers are equal within the rounding of three digits.
        fileprivate func isNear(_ other: Chromaticities) -> Bool {
            zip([red, green, blue, white], [other.red, other.green, other.blue, other.white])
                .allSatisfy { one, other in
                    abs(one.x - other.x) < 0.002 && abs(one.y - other.y) < 0.002
                }
        }

        /// The colours of these chromaticities with the curve of sRGB; sRGB if they span nothing.
        fileprivate var color: ColorDescription {
            if isNear(.adobeRGB) { return .adobeRGB }
            if let known = ColorPrimaries(near: self) {
                return ColorDescription(ColorCodePoints(primaries: known, transfer: .sRGB))
            }
            return ColorDescription(
                profile: ICCProfile.build("TIFF chromaticities", self, .transfer(.sRGB)))
        }
    }

    extension ExifDirectory {
        /// Returns the pairs of fractions of a tag; nil if one lies outside of all light.
        fileprivate func points(_ tag: UInt16, count: Int, of bytes: RawSpan) -> [SIMD2<Double>]? {
            guard let entry = self[tag], entry.type == 5, entry.count == 2 * count else {
                return nil
            }
            var numbers: [Double] = []
            for index in 0..<entry.count {
                guard let above = bytes.u32(at: entry.place + index * 8, order),
                    let below = bytes.u32(at: entry.place + index * 8 + 4, order), below > 0
                else { return nil }
                numbers.append(Double(above) / Double(below))
            }
            let points = (0..<count).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
            return points.allSatisfy { $0.x + $0.y <= 1 } ? points : nil
        }
    }
#endif
