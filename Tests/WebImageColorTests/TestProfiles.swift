#if Color
    import CLittleCMS
    import WebImageCoding

    /// Profiles made with Little CMS.
    enum TestProfiles {
        /// Primaries and white of Display P3, the curve of sRGB.
        static let displayP3 = matrix(
            red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), curve: srgbCurve())
        /// Primaries of Adobe RGB (1998), gamma 2.19921875.
        static let adobeRGB = matrix(
            red: (0.640, 0.330), green: (0.210, 0.710), blue: (0.150, 0.060),
            curve: cmsBuildGamma(nil, 2.19921875))
        /// The library's built-in sRGB.
        static let sRGB = saved(cmsCreate_sRGBProfile())
        /// Grey of gamma 1.
        static let linearGray = gray(cmsBuildGamma(nil, 1))
        /// Grey with the curve of sRGB.
        static let sRGBGray = gray(srgbCurve())
        /// CMYK that can only be limited, as a device link.
        static let inkLink = saved(cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 300))
        /// CMYK whose Lab is a table of two steps: L falls with the sum of the inks.
        static let cmyk = inks()

        private static func srgbCurve() -> OpaquePointer? {
            let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return cmsBuildParametricToneCurve(nil, 4, parameters)
        }

        private static func matrix(
            red: (Double, Double), green: (Double, Double), blue: (Double, Double),
            curve: OpaquePointer?
        ) -> ByteBlock {
            var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
            var primaries = cmsCIExyYTRIPLE(
                Red: cmsCIExyY(x: red.0, y: red.1, Y: 1),
                Green: cmsCIExyY(x: green.0, y: green.1, Y: 1),
                Blue: cmsCIExyY(x: blue.0, y: blue.1, Y: 1))
            var curves = [curve, curve, curve]
            defer { cmsFreeToneCurve(curve) }
            return saved(cmsCreateRGBProfile(&white, &primaries, &curves))
        }

        private static func gray(_ curve: OpaquePointer?) -> ByteBlock {
            defer { cmsFreeToneCurve(curve) }
            return saved(cmsCreateGrayProfile(cmsD50_xyY(), curve))
        }

        /// RGB whose Lab is a table of one grey.
        static let flatTable = table(cmsSigRgbData, channels: 3) { _, output, _ in
            for index in 0..<3 { output?[index] = 0x8080 }
            return 1
        }

        private static func inks() -> ByteBlock {
            table(cmsSigCmykData, channels: 4) { input, output, _ in
                guard let input, let output else { return 0 }
                let sum = (0..<4).reduce(0) { $0 + Int(input[$1]) }
                output[0] = UInt16(max(0, 65535 - sum))
                (output[1], output[2]) = (0x8080, 0x8080)
                return 1
            }
        }

        private static func table(
            _ space: cmsColorSpaceSignature, channels: UInt32, _ sampler: @escaping cmsSAMPLER16
        ) -> ByteBlock {
            let profile = cmsCreateProfilePlaceholder(nil)
            cmsSetDeviceClass(profile, cmsSigOutputClass)
            cmsSetColorSpace(profile, space)
            cmsSetPCS(profile, cmsSigLabData)
            let pipeline = cmsPipelineAlloc(nil, channels, 3)
            let table = cmsStageAllocCLut16bit(nil, 2, channels, 3, nil)
            cmsStageSampleCLut16bit(table, sampler, nil, 0)
            cmsPipelineInsertStage(pipeline, cmsAT_END, table)
            cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
            cmsWriteTag(profile, cmsSigAToB1Tag, UnsafeRawPointer(pipeline))
            cmsPipelineFree(pipeline)
            return saved(profile)
        }

        /// Returns the red, green and blue of inks, 0 to 1, as the library computes them in
        /// doubles.
        static func shown(_ inks: [SIMD4<UInt16>], from profile: ByteBlock) -> [SIMD3<Double>] {
            let source = profile.withUnsafeBytes {
                cmsOpenProfileFromMem($0.baseAddress, UInt32(profile.count))
            }
            let target = cmsCreate_sRGBProfile()
            // Doubles of as many channels; Swift does not import the library's macros.
            let format = { (space: Int32, channels: UInt32) in
                1 << 22 | UInt32(space) << 16 | channels << 3
            }
            let transform = cmsCreateTransform(
                source, format(PT_CMYK, 4), target, format(PT_RGB, 3),
                UInt32(INTENT_RELATIVE_COLORIMETRIC),
                UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE))
            defer {
                cmsDeleteTransform(transform)
                cmsCloseProfile(target)
                cmsCloseProfile(source)
            }
            let percents = inks.flatMap { pixel in (0..<4).map { Double(pixel[$0]) / 655.35 } }
            var colors = [Double](repeating: 0, count: inks.count * 3)
            cmsDoTransform(transform, percents, &colors, UInt32(inks.count))
            return inks.indices.map { at in
                SIMD3(colors[at * 3], colors[at * 3 + 1], colors[at * 3 + 2])
                    .clamped(lowerBound: .zero, upperBound: .one)
            }
        }

        private static func saved(_ profile: cmsHPROFILE?) -> ByteBlock {
            defer { cmsCloseProfile(profile) }
            var count: UInt32 = 0
            cmsSaveProfileToMem(profile, nil, &count)
            return ByteBlock(capacity: Int(count)) { buffer in
                cmsSaveProfileToMem(profile, buffer.baseAddress, &count)
                return Int(count)
            }
        }
    }
#endif
