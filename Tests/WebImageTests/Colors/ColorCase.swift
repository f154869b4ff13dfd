#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import TestSupport
    import Testing
    import WebImage

    /// A row of the table of colours: a file of one colour, and what it must show.
    struct ColorCase: Sendable, CustomTestStringConvertible {
        let name: String
        let format: ImageFormat
        let colors: ReferenceColors
        /// The red, green and blue that the file has, from 0 to 1.
        let stored: SIMD3<Double>
        var alpha = 1.0
        var tolerance = 3
        /// `false` if the profile is damaged, so that values stay as stored.
        var isConverted = true
        let file: @Sendable () throws -> [UInt8]

        var testDescription: String { name }

        /// The levels of sRGB by the formulas of the standards, and the one of alpha.
        var expected: [Int] { colors.levels(stored) + [Int((alpha * 255).rounded())] }

        /// The strong red of the known values, a green, a blue and a grey of middle light.
        static let red = SIMD3(220.0, 40, 40) / 255
        static let green = SIMD3(110.0, 150, 115) / 255
        /// Little colour, for curves of bright light.
        static let soft = SIMD3(125.0, 140, 120) / 255
        static let blue = SIMD3(90.0, 120, 210) / 255
        static let gray = SIMD3(repeating: 140.0 / 255)

        /// Returns the levels of 8 bits, as text.
        private static func levels(_ color: SIMD3<Double>) -> String {
            [color.x, color.y, color.z].map { String(Int(($0 * 255).rounded())) }
                .joined(separator: ",")
        }

        private static func color(_ transfer: Int) -> SIMD3<Double> {
            [16, 18].contains(transfer) ? soft : green
        }

        /// Returns a row of PNG with code points.
        static func png(
            _ primaries: Int, _ transfer: Int, _ color: SIMD3<Double>? = nil, depth: Int = 8,
            type: Int = 2, alpha: Double? = nil, frames: Int = 1
        ) -> ColorCase {
            let color = color ?? Self.color(transfer)
            let maximum = Double(1 << depth - 1)
            let parts = type % 4 == 0 ? [color.x] : [color.x, color.y, color.z]
            let pixel = (parts + (alpha.map { [$0] } ?? [])).map { Int(($0 * maximum).rounded()) }
            let kind = [0: "grey", 2: "RGB", 3: "palette", 4: "grey+alpha", 6: "RGBA"][type] ?? ""
            var name = frames > 1 ? "APNG" : "PNG"
            name += " cICP \(primaries)/\(transfer) \(kind) \(depth)"
            if alpha != nil { name += " alpha" }
            name += " \(levels(color))"
            let chunks = PNGFile.codePoints(primaries, transfer)
            return ColorCase(
                name: name, format: frames > 1 ? .apng : .png,
                colors: ReferenceColors(primaries: primaries, transfer: transfer),
                stored: color, alpha: alpha ?? 1
            ) {
                PNGFile(
                    pixel: pixel, depth: depth, colorType: type, chunks: chunks, frameCount: frames
                ).bytes
            }
        }

        /// Returns a row of PNG of 8 bits with other chunks of colours.
        static func chunks(
            _ name: String, _ colors: ReferenceColors, _ color: SIMD3<Double> = green,
            with chunks: [UInt8]
        ) -> ColorCase {
            let pixel = [color.x, color.y, color.z].map { Int(($0 * 255).rounded()) }
            return ColorCase(name: "PNG \(name)", format: .png, colors: colors, stored: color) {
                PNGFile(pixel: pixel, chunks: chunks).bytes
            }
        }

        /// Returns a row of AVIF or HEIC with `nclx`, of planes that the matrix makes of the
        /// colour.
        static func media(
            _ format: ImageFormat, _ primaries: Int, _ transfer: Int, matrix: Int = 0,
            isFull: Bool = true, _ color: SIMD3<Double>? = nil, alpha: Double = 1
        ) -> ColorCase {
            let color = color ?? Self.color(transfer)
            // The values of 8 bits, of which the stored colour is made again.
            let planes = ReferenceColors.planes(color, matrix: matrix)
            let levels = MediaFile.levels(planes, matrix: matrix, isFull: isFull)
            let exact = MediaFile.planes(levels, matrix: matrix, isFull: isFull)
            let range = isFull ? "full" : "narrow"
            return ColorCase(
                name: "\(format.rawValue) nclx \(primaries)/\(transfer)/\(matrix) \(range) 8"
                    + (alpha < 1 ? " alpha" : "") + " \(Self.levels(color))", format: format,
                colors: ReferenceColors(media: primaries, transfer),
                stored: ReferenceColors.values(exact, matrix: matrix), alpha: alpha
            ) {
                try MediaFile.bytes(
                    format, levels, alpha, [primaries, transfer, matrix], isFull: isFull)
            }
        }

        /// Returns a row of AVIF of more than 8 bits with planes of 0.52, 0.47 and 0.54.
        static func deep(
            _ fixture: String, _ primaries: Int, _ transfer: Int, matrix: Int = 0
        ) -> ColorCase {
            let depth = fixture.contains("12") ? 12 : 10
            let maximum = Double(1 << depth - 1)
            let levels = [0.52, 0.47, 0.54].map { ($0 * maximum).rounded() }
            let half = matrix == 0 ? 0 : Double(1 << (depth - 1))
            let planes = SIMD3(levels[0], levels[1] - half, levels[2] - half) / maximum
            let hasAlpha = fixture.hasSuffix("a")
            return ColorCase(
                name: "avif nclx \(primaries)/\(transfer)/\(matrix) full \(depth)"
                    + (hasAlpha ? " alpha" : ""), format: .avif,
                colors: ReferenceColors(media: primaries, transfer),
                stored: ReferenceColors.values(planes, matrix: matrix), alpha: hasAlpha ? 0.6 : 1
            ) {
                MediaFile.stating(
                    [primaries, transfer, matrix], isFull: true, in: ColorFixtures.file(fixture))
            }
        }

        /// Returns a row of JPEG XL with numbers for its colours.
        static func jxl(_ fixture: String, _ colors: ReferenceColors) -> ColorCase {
            ColorCase(
                name: fixture, format: .jxl, colors: colors, stored: SIMD3(0.54, 0.52, 0.47),
                alpha: fixture.hasSuffix("alpha") ? 0.6 : 1
            ) { ColorFixtures.file(fixture) }
        }

        /// Returns a row of an encoder's file with a profile or EXIF.
        static func encoded(
            _ format: ImageFormat, _ name: String, _ colors: ReferenceColors,
            _ color: SIMD3<Double> = green, profile: [UInt8]? = nil, exif: [UInt8]? = nil,
            isLossless: Bool = true, alpha: Double = 1
        ) -> ColorCase {
            ColorCase(
                name: "\(format.rawValue) \(name)" + (alpha < 1 ? " alpha" : ""), format: format,
                colors: colors, stored: color, alpha: alpha
            ) {
                var settings = EncodeSettings(
                    quality: 100, isLossless: isLossless, chroma: ChromaSubsampling.none)
                settings.embedded.profile = profile
                settings.embedded.exif = exif
                let encoder = try CodecList.installed.encoder(for: format)
                return try encoder.encode(MediaFile.bitmap(color, alpha), settings: settings)
                    .withUnsafeBytes { Array($0) }
            }
        }
    }
#endif
