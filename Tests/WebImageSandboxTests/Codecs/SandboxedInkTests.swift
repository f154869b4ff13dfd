#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Inks of 16 bits that a worker decodes.
    @Suite(.enabled(if: (try? CodecList.installed.decoder(for: .tiff)) != nil))
    struct SandboxedInkTests {
        @Test(arguments: ["fit:5000x", "fit:20x20", "stretch:60x10"])
        func `inks of 16 bits are those of the program itself`(rule: String) async throws {
            let file = InkTIFF(PixelSize(50, 40)) { x, y in
                SIMD4(UInt16(x * 1300), UInt16(y * 1600), UInt16(x * y * 30), UInt16(x * 700 + y))
            }
            var request = ImageRequest(ImageSource.data(ByteBlock(copying: file.bytes)))
            (request.targetSizing, request.pixelDepth) = (try TargetSizing(rule), .asStored)
            let posters = try await postersOfBoth(request)
            #expect(posters[1] == posters[0] && posters[0].sampleFormat == .rgba16)
        }
    }
#endif
