#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import TestSupport
    import WebImage

    /// The table of format × primaries × transfer × matrix × depth × alpha.
    enum ColorTable {
        static let all = png + pngOfOtherChunks + avif + heic + jxl + profiles + exif

        private static let png: [ColorCase] =
            [4, 5, 6, 7, 8, 9, 10, 11, 12, 22].map { .png($0, 13) }
            + [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17].map {
                .png(12, $0, ColorCase.blue, depth: 16)
            }
            + [16, 18].map { .png(12, $0, depth: 16) }
            + [
                .png(9, 1), .png(1, 8, ColorCase.red), .png(9, 13, ColorCase.red),
                .png(12, 13, ColorCase.red), .png(9, 16, ColorCase.gray, depth: 16),
                .png(9, 18, ColorCase.gray, depth: 16), .png(9, 16, depth: 16),
                .png(9, 16), .png(12, 18),
                .png(12, 13, depth: 8, type: 6, alpha: 0.6),
                .png(9, 16, depth: 16, type: 6, alpha: 0.6),
                .png(1, 8, depth: 16, type: 6, alpha: 0.4),
                .png(12, 4, ColorCase.gray, depth: 8, type: 0),
                .png(1, 8, ColorCase.gray, depth: 16, type: 0),
                .png(12, 13, ColorCase.gray, depth: 8, type: 4, alpha: 0.6),
                .png(12, 13, ColorCase.red, type: 3), .png(1, 8, type: 3, alpha: 0.6),
                .png(9, 16, type: 3),
                .png(12, 13, frames: 2), .png(9, 18, depth: 16, frames: 2),
                .png(1, 8, type: 6, alpha: 0.6, frames: 2),
            ]

        private static let p3 = ReferenceColors(primaries: 12, transfer: 13)
        private static let sRGB = ReferenceColors(primaries: 1, transfer: 13)

        private static let pngOfOtherChunks: [ColorCase] = [
            .chunks(
                "iCCP of gamma 0", sRGB,
                with: PNGFile.profile(
                    ICCFile("bad", colorants: p3.colorants, curve: ICCFile.curve(0, [0])).bytes)
            )
            .unconverted,
            .chunks("iCCP of P3", p3, with: PNGFile.profile(ICCFile.displayP3.bytes)),
            .chunks(
                "cICP of P3 before iCCP", p3,
                with: PNGFile.codePoints(12, 13) + PNGFile.profile(ICCFile(rec2020).bytes)),
            .chunks(
                "gAMA 0.45455 and cHRM of P3",
                ReferenceColors(places: ReferenceColors.places(12), gamma: 1 / 0.45455),
                ColorCase.red,
                with: PNGFile.gamma(45455) + PNGFile.chromaticities(ReferenceColors.places(12))),
            .chunks(
                "gAMA 0.55556 and cHRM of BT.2020",
                ReferenceColors(places: ReferenceColors.places(9), gamma: 1.8),
                with: PNGFile.gamma(55556) + PNGFile.chromaticities(ReferenceColors.places(9))),
            .chunks(
                "gAMA 0.55556", ReferenceColors(places: ReferenceColors.places(1), gamma: 1.8),
                with: PNGFile.gamma(55556)),
            .chunks("cICP of reserved primaries", sRGB, with: PNGFile.codePoints(3, 13)),
            .chunks("cICP of a reserved curve", sRGB, with: PNGFile.codePoints(12, 19)),
            .chunks("cICP of unspecified primaries", sRGB, with: PNGFile.codePoints(2, 13)),
        ]

        private static let rec2020 = ReferenceColors(primaries: 9, transfer: 13)

        private static let avif: [ColorCase] = [
            .media(.avif, 12, 13, ColorCase.red), .media(.avif, 9, 13), .media(.avif, 11, 13),
            .media(.avif, 5, 13), .media(.avif, 22, 13), .media(.avif, 10, 13),
            .media(.avif, 1, 8, ColorCase.red), .media(.avif, 1, 1), .media(.avif, 12, 4),
            .media(.avif, 9, 14, matrix: 9), .media(.avif, 12, 13, matrix: 1),
            .media(.avif, 12, 13, matrix: 6), .media(.avif, 9, 1, matrix: 9, isFull: false),
            .media(.avif, 12, 13, matrix: 5, isFull: false), .media(.avif, 1, 13, matrix: 8),
            .media(.avif, 9, 14, matrix: 10), .media(.avif, 12, 13, matrix: 4),
            .media(.avif, 7, 7, matrix: 7), .media(.avif, 9, 16), .media(.avif, 9, 18),
            .media(.avif, 12, 13, alpha: 0.6), .media(.avif, 9, 16, alpha: 0.6),
            .media(.avif, 3, 13, ColorCase.red), .media(.avif, 2, 2),
            .deep("avif10", 12, 13), .deep("avif10", 9, 16), .deep("avif10", 9, 16, matrix: 9),
            .deep("avif10", 9, 18, matrix: 9), .deep("avif10", 1, 8), .deep("avif12", 9, 13),
            .deep("avif12", 12, 8), .deep("avif12", 9, 16, matrix: 9), .deep("avif10a", 9, 16),
            .deep("avif10a", 12, 13), .deep("avif10", 12, 1, matrix: 1),
        ]

        private static let heic: [ColorCase] = [
            .media(.heic, 12, 13, ColorCase.red), .media(.heic, 9, 13), .media(.heic, 11, 13),
            .media(.heic, 1, 8), .media(.heic, 12, 1), .media(.heic, 12, 13, matrix: 1),
            .media(.heic, 12, 13, matrix: 6), .media(.heic, 9, 14, matrix: 9),
            .media(.heic, 9, 16), .media(.heic, 9, 18), .media(.heic, 12, 13, alpha: 0.6),
            .media(.heic, 12, 13, matrix: 6, isFull: false),
        ]

        private static let jxl: [ColorCase] = [
            .jxl("jxl-p3-srgb", p3),
            .jxl("jxl-2020-709", ReferenceColors(ofCamera: 9)),
            .jxl("jxl-srgb-linear", ReferenceColors(primaries: 1, transfer: 8)),
            .jxl("jxl-2020-pq", ReferenceColors(primaries: 9, transfer: 16)),
            .jxl("jxl-2020-hlg", ReferenceColors(primaries: 9, transfer: 18)),
            .jxl("jxl-p3-dci", ReferenceColors(primaries: 12, transfer: 17)),
            .jxl(
                "jxl-2020-gamma18", ReferenceColors(places: ReferenceColors.places(9), gamma: 1.8)),
            .jxl("jxl-p3-pq-alpha", ReferenceColors(primaries: 12, transfer: 16)),
        ]

        private static let profiles: [ColorCase] = [
            .encoded(.jpeg, "ICC P3", p3, profile: ICCFile(p3).bytes),
            .encoded(
                .jpeg, "ICC BT.2020", rec2020, ColorCase.blue, profile: ICCFile(rec2020).bytes),
            .encoded(
                .jpeg, "ICC of zeros", sRGB,
                profile: ICCFile("bad", colorants: [(0, 0, 0), (0, 0, 0), (0, 0, 0)]).bytes
            )
            .unconverted,
            .encoded(.webp, "ICC P3", p3, profile: ICCFile(p3).bytes),
            .encoded(.webp, "ICC P3", p3, profile: ICCFile(p3).bytes, alpha: 0.6),
            .encoded(.webp, "ICC P3 lossy", p3, profile: ICCFile(p3).bytes, isLossless: false)
                .within(8),
            .encoded(.tiff, "ICC P3", p3, ColorCase.red, profile: ICCFile(p3).bytes),
            .encoded(.tiff, "ICC BT.2020", rec2020, profile: ICCFile(rec2020).bytes, alpha: 0.6),
            .encoded(.avif, "ICC P3", p3, profile: ICCFile(p3).bytes).within(4),
            .encoded(.heic, "ICC P3", p3, profile: ICCFile(p3).bytes).within(4),
            .encoded(.jxl, "ICC BT.2020", rec2020, profile: ICCFile(rec2020).bytes),
        ]

        private static let adobeRGB = ReferenceColors(
            places: [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06], [0.3127, 0.329]],
            gamma: 563.0 / 256)

        private static let exif: [ColorCase] = [ImageFormat.jpeg, .webp, .tiff].flatMap { format in
            [
                ColorCase.encoded(
                    format, "EXIF R03", adobeRGB, exif: ExifOfColors(space: 0xFFFF, "R03").bytes),
                .encoded(
                    format, "EXIF ColorSpace 2", adobeRGB, ColorCase.blue,
                    exif: ExifOfColors(space: 2, isBig: true).bytes),
                .encoded(
                    format, "EXIF contradictory", sRGB, exif: ExifOfColors(space: 1, "R03").bytes),
                .encoded(
                    format, "ICC before EXIF", p3, profile: ICCFile(p3).bytes,
                    exif: ExifOfColors(space: 2).bytes),
            ]
        }
    }

    extension ColorCase {
        /// The row, whose profile is damaged.
        fileprivate var unconverted: ColorCase {
            var row = self
            row.isConverted = false
            return row
        }

        /// Returns the row with another tolerance.
        fileprivate func within(_ levels: Int) -> ColorCase {
            var row = self
            row.tolerance = levels
            return row
        }
    }

    extension ICCFile {
        /// Creates the profile of colours with the curve of sRGB.
        fileprivate init(_ colors: ReferenceColors) {
            self.init("colours", colorants: colors.colorants)
        }
    }

    /// An EXIF block that states colours.
    struct ExifOfColors {
        /// `ColorSpace`; nil to leave it out.
        var space: Int?
        /// The index of interoperability; nil to leave it out.
        var index: String?
        var isBig = false

        init(space: Int?, _ index: String? = nil, isBig: Bool = false) {
            (self.space, self.index, self.isBig) = (space, index, isBig)
        }

        /// The block: one directory each of the picture, of EXIF and of interoperability.
        var bytes: [UInt8] {
            let count = (space == nil ? 0 : 1) + (index == nil ? 0 : 1)
            var result: [UInt8] = isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
            result += number(8, 4) + number(1, 2) + entry(0x8769, 4, number(26, 4)) + number(0, 4)
            result += number(count, 2)
            if let space { result += entry(0xA001, 3, number(space, 2) + [0, 0]) }
            let last = 26 + 2 + count * 12 + 4
            if index != nil { result += entry(0xA005, 4, number(last, 4)) }
            result += number(0, 4)
            guard let index else { return result }
            let text = Array("\(index)\0".utf8.prefix(4))
            return result + number(1, 2) + number(1, 2) + number(2, 2) + number(text.count, 4)
                + text + number(0, 4)
        }

        private func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(1, 4) + value
        }

        private func number(_ number: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            return isBig ? bytes.reversed() : bytes
        }
    }
#endif
