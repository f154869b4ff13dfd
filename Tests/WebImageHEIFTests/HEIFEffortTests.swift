#if HEIF
    import Testing
    import TestSupport
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFEffortTests {
        private static let scene = Scene.photograph(size: PixelSize(width: 240, height: 160))

        @Test func `the default effort is the second, unlike those beside it`() throws {
            let file = try encode(Self.scene, EncodeSettings())
            #expect(try file == encode(Self.scene, EncodeSettings(effort: 2)))
            for effort in [1, 3, 8] {
                #expect(try file != encode(Self.scene, EncodeSettings(effort: effort)))
            }
        }

        @Test func `each quality has more bytes than a lower one`() throws {
            let counts = try [1, 10, 30, 50, 70, 80, 89, 95, 100].map {
                try encode(Self.scene, EncodeSettings(quality: $0, effort: 1, chroma: .both)).count
            }
            for (lower, higher) in zip(counts, counts.dropFirst()) { #expect(lower < higher) }
        }
    }
#endif
