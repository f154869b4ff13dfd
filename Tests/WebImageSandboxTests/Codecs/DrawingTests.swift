#if Sandbox && os(Linux)
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// The parts that librsvg opens late are there in a worker: modules for pictures, fonts,
    /// encodings.
    @Suite struct DrawingTests {
        /// Draws a document in the program and in a worker; the pictures must be the same.
        private func compare(_ text: String, _ name: String, isBlank: Bool = false) async throws {
            let remote = try await sandboxedCodecs()
            let bytes = ByteBlock(copying: Array(text.utf8))
            let (own, walled) = try bytes.withSpan { bytes in
                (
                    try CodecList.installed.drawingInProcess.decoder(for: .svg).decode(
                        bytes, options: DecodeOptions()
                    ).bitmap,
                    try remote.decoder(for: .svg).decode(bytes, options: DecodeOptions()).bitmap
                )
            }
            let seen = ImageComparison(walled, own)
            #expect(seen.maximum == 0, "\(name)")
            let blank = Bitmap(size: own.size)
            #expect((ImageComparison(own, blank).maximum == 0) == isBlank, "\(name)")
        }

        @Test(arguments: [ImageFormat.png, .jpeg, .gif, .webp])
        func `an embedded picture is drawn`(format: ImageFormat) async throws {
            let file = try CodecList.installed.encoder(for: format).encode(
                Scene.photograph(size: PixelSize(24, 16)), settings: EncodeSettings())
            let base64 = file.withUnsafeBytes { Data($0).base64EncodedString() }
            // Debian's gdk-pixbuf has WebP in a package of its own.
            let isKnown = format != .webp || Self.hasWebP
            try await compare(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"
                xmlns:xlink="http://www.w3.org/1999/xlink"><image width="24" height="16"
                xlink:href="data:\(format.mediaType);base64,\(base64)"/></svg>
                """, format.rawValue, isBlank: !isKnown)
        }

        private static let hasWebP: Bool = {
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
            return folders.contains { folder in
                let loaders = "/usr/lib/\(folder)/gdk-pixbuf-2.0/2.10.0/loaders"
                let names = (try? FileManager.default.contentsOfDirectory(atPath: loaders)) ?? []
                return names.contains { $0.contains("webp") }
            }
        }()

        @Test(arguments: [
            "Latin äß", "Ελληνικά", "Кириллица", "العربية", "עברית", "हिन्दी", "ไทย", "日本語", "한국어", "😀",
        ])
        func `text is drawn`(text: String) async throws {
            try await compare(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">
                <text x="4" y="30" font-size="24">A \(text)</text></svg>
                """, text)
        }

        @Test(arguments: ["windows-1251", "Shift_JIS", "ISO-8859-7", "EUC-KR", "GB18030", "UTF-16"])
        func `a document may be in another encoding`(encoding: String) async throws {
            try await compare(
                """
                <?xml version="1.0" encoding="\(encoding)"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
                <rect width="9" height="9" fill="#0f0"/></svg>
                """, encoding)
        }
    }
#endif
