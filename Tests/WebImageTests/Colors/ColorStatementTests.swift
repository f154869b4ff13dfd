#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import TestSupport
    import Testing
    import WebImage

    /// The table of what states colours in
    /// Sources/Library/WebImage/WebImage.docc/Extending/Formats.md, against the decoders.
    struct ColorStatementTests {
        /// The statements of each format, as far as files of them can be made here.
        private static func table() throws -> [String: [String]] {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let path = root.appending(
                path: "Sources/Library/WebImage/WebImage.docc/Extending/Formats.md")
            var rows: [String: [String]] = [:]
            let text = try String(contentsOf: path, encoding: .utf8)
            let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Colours") }
            for line in (section ?? "").split(separator: "\n") {
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard line.hasPrefix("| `"), cells.count == 2 else { continue }
                let words = cells[1].split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                rows[cells[0].trimmingCharacters(in: ["`"])] = words
            }
            return rows
        }

        private static let p3 = ReferenceColors(primaries: 12, transfer: 13)
        private static let exif = ExifOfColors(space: 0xFFFF, "R03").bytes

        /// Returns a file with one statement; nil if the format has no such one.
        private static func file(_ format: ImageFormat, _ statement: String) throws -> [UInt8]? {
            let profile = ICCFile("P3", colorants: p3.colorants).bytes
            switch (format, statement) {
            case (.png, "cICP"), (.apng, "cICP"):
                return try ColorCase.png(12, 13, frames: format == .apng ? 2 : 1).file()
            case (.png, "iCCP"), (.apng, "iCCP"): return png(format, PNGFile.profile(profile))
            case (.png, "gAMA with cHRM"), (.apng, "gAMA with cHRM"):
                return png(format, PNGFile.gamma(55556) + PNGFile.chromaticities(p3.places))
            case (.avif, "nclx"), (.heic, "nclx"): return try ColorCase.media(format, 12, 13).file()
            case (.jxl, "its own numbers"): return ColorFixtures.file("jxl-p3-srgb")
            case (.jpeg, "EXIF"), (.webp, "EXIF"), (.tiff, "EXIF"):
                return try ColorCase.encoded(format, "", p3, exif: exif).file()
            case (.jpeg, "ICC"), (.webp, "ICC"), (.tiff, "ICC"), (.avif, "ICC"), (.heic, "ICC"),
                (.jxl, "ICC"):
                return try ColorCase.encoded(format, "", p3, profile: profile).file()
            default: return nil
            }
        }

        private static func png(_ format: ImageFormat, _ chunks: [UInt8]) -> [UInt8] {
            PNGFile(pixel: [9, 99, 199], chunks: chunks, frameCount: format == .apng ? 2 : 1).bytes
        }

        @Test func `every format has a row`() throws {
            #expect(try Set(Self.table().keys) == Set(ImageFormat.all.map(\.rawValue)))
        }

        @Test(arguments: [ImageFormat.jpeg, .png, .apng, .webp, .avif, .heic, .jxl, .tiff])
        func `decoders read what the table says, and nothing else`(format: ImageFormat) throws {
            let stated = try #require(Self.table()[format.rawValue])
            let decoder = try CodecList.installed.decoder(for: format)
            let all = [
                "cICP", "iCCP", "gAMA with cHRM", "nclx", "its own numbers", "EXIF", "ICC",
            ]
            for statement in all {
                guard let file = try Self.file(format, statement) else {
                    #expect(!stated.contains(statement), "\(format): \(statement)")
                    continue
                }
                let color = file.withUnsafeBytes { decoder.color(of: $0.bytes) }
                #expect((color != .sRGB) == stated.contains(statement), "\(format): \(statement)")
            }
        }

        @Test(arguments: [ImageFormat.jpeg, .webp, .tiff])
        func `a profile counts before EXIF`(format: ImageFormat) throws {
            let profile = ICCFile("P3", colorants: Self.p3.colorants).bytes
            let row = ColorCase.encoded(format, "", Self.p3, profile: profile, exif: Self.exif)
            let file = try row.file()
            let decoder = try CodecList.installed.decoder(for: format)
            let color = file.withUnsafeBytes { decoder.color(of: $0.bytes) }
            #expect(color.profile == ByteBlock(copying: profile))
        }
    }
#endif
