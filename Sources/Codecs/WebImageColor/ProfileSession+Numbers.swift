#if Color
    import CLittleCMS
    import WebImageCoding

    extension ProfileSession {
        /// Checks the curves and the matrix of a profile without tables of colours.
        ///
        /// - Throws: `CodecError.damaged` if a curve has the same value for nearly all samples or
        ///   leaves -1 … 2, if a colorant is out of all range, or if they lie in one plane.
        func checkNumbers() throws(CodecError) {
            let tables = [cmsSigDToB1Tag, cmsSigAToB0Tag, cmsSigAToB1Tag]
            guard !tables.contains(where: { cmsIsTag(profile, $0) != 0 }) else { return }
            switch cmsGetColorSpace(profile) {
            case cmsSigGrayData: try checkCurve(cmsSigGrayTRCTag)
            case cmsSigRgbData:
                for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
                    try checkCurve(tag)
                }
                try checkMatrix()
            default: break
            }
        }

        private func checkCurve(_ tag: cmsTagSignature) throws(CodecError) {
            // The library reports a missing one.
            guard let content = cmsReadTag(profile, tag) else { return }
            let curve = OpaquePointer(content)
            let values = (0...16).map { cmsEvalToneCurveFloat(curve, Float($0) / 16) }
            guard values.allSatisfy({ (-1...2).contains($0) }) else {
                throw .damaged(.icc, "a curve of the profile has values out of range")
            }
            // A gamma of 0 or 32,767 changes at one end only.
            let inner = values[1...15]
            guard (inner.max() ?? 0) - (inner.min() ?? 0) >= 1 / 64 else {
                throw .damaged(.icc, "a curve of the profile is flat")
            }
        }

        private func checkMatrix() throws(CodecError) {
            var columns: [SIMD3<Double>] = []
            for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
                guard let content = cmsReadTag(profile, tag) else { return }
                let color = content.load(as: cmsCIEXYZ.self)
                columns.append(SIMD3(color.X, color.Y, color.Z))
            }
            guard columns.allSatisfy({ max($0.max(), -$0.min()) <= 4 }) else {
                throw .damaged(.icc, "the profile's matrix has numbers out of range")
            }
            let (a, b, c) = (columns[0], columns[1], columns[2])
            let volume =
                a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y)
                + c.x * (a.y * b.z - a.z * b.y)
            // sRGB's is 0.2, rounding is below 0.00002.
            guard abs(volume) >= 0.0001 else {
                throw .damaged(.icc, "the profile's matrix cannot be inverted")
            }
        }
    }
#endif
