#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Foundation
    import WebImage

    /// The table in Sources/Library/WebImage/WebImage.docc/Extending/Formats.md.
    struct FormatTable {
        /// The columns after the format's name, in their order.
        enum Column: Int, CaseIterable {
            case decode, scaledDecode, animation, incremental, encode, encodeAnimation, profile
            case orientation, deep, metadata
        }

        private let rows: [String: [String]]

        /// Returns a text of the repository, which is next to the sources.
        static func text(_ path: String) throws -> String {
            let root = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            return try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }

        init() throws {
            let text = try Self.text("Sources/Library/WebImage/WebImage.docc/Extending/Formats.md")
            var rows: [String: [String]] = [:]
            for line in text.split(separator: "\n") where line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard cells.count == Column.allCases.count + 1 else { continue }
                rows[cells[0].trimmingCharacters(in: ["`"])] = Array(cells.dropFirst())
            }
            self.rows = rows
        }

        /// The formats with a row.
        var formats: Set<String> { Set(rows.keys) }

        /// Returns `true` if the cell begins with "yes".
        func says(_ column: Column, of format: ImageFormat) -> Bool {
            rows[format.rawValue]?[column.rawValue].hasPrefix("yes") == true
        }
    }

    /// The table in README.md: formats, decode, encode, animation, trait.
    struct ShortFormatTable {
        private static let names = [
            "JPEG": ImageFormat.jpeg, "PNG": .png, "APNG": .apng, "GIF": .gif, "WebP": .webp,
            "AVIF": .avif, "HEIC": .heic, "JPEG XL": .jxl, "TIFF": .tiff, "SVG": .svg, "BMP": .bmp,
            "ICO": .ico,
        ]

        let rows: [(formats: [ImageFormat], cells: [String])]

        init() throws {
            rows = try FormatTable.text("README.md").split(separator: "\n").compactMap { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard cells.count == 7 else { return nil }
                let formats = cells[1].split(separator: ", ").map { Self.names[String($0)] }
                guard !formats.contains(nil) else { return nil }
                return (formats.compactMap(\.self), Array(cells[2...]))
            }
        }
    }
#endif
