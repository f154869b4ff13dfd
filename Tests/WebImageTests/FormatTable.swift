#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Foundation
    import WebImage

    /// The table in Sources/WebImage/WebImage.docc/Formats.md.
    struct FormatTable {
        /// The columns after the format's name, in their order.
        enum Column: Int, CaseIterable {
            case decode, scaledDecode, animation, incremental, encode, encodeAnimation, profile
            case orientation, deep, metadata
        }

        private let rows: [String: [String]]

        /// Reads the file next to the sources.
        init() throws {
            let root = URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let text = try String(
                contentsOf: root.appending(path: "Sources/WebImage/WebImage.docc/Formats.md"),
                encoding: .utf8)
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
#endif
