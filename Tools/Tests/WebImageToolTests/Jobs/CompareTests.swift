import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// `compare`: measures, tolerance, the difference picture.
struct CompareTests {
    private func encoded(_ bitmap: Bitmap) throws -> [UInt8] {
        let encoder = try CodecList.installed.encoder(for: .png)
        let block = try encoder.encode(bitmap, settings: EncodeSettings())
        return block.withUnsafeBytes { Array($0) }
    }

    /// Two pictures whose pixel (3, 2) differs by 9 levels of green.
    private func pair(in folder: Folder) throws -> (String, String) {
        var other = Pictures.bitmap(40, 30)
        other[3, 2].y += 9
        return (
            try folder.write(try Pictures.png(), to: "a.png"),
            try folder.write(try encoded(other), to: "b.png")
        )
    }

    @Test func `equal pictures of two formats are alike`() async throws {
        let folder = try Folder()
        let (a, _) = try pair(in: folder)
        let b = try folder.write(try Pictures.encoded(.bmp), to: "a.bmp")
        let outcome = try await Tool().run("compare", a, b)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "equal: 40x30\n")
    }

    @Test func `of pictures of two sizes no picture is written, which is told`() async throws {
        let folder = try Folder()
        let a = try folder.write(try Pictures.png(40, 30), to: "a.png")
        let b = try folder.write(try Pictures.png(40, 31), to: "b.png")
        let outcome = try await Tool().run("compare", a, b, "-o", folder("d.png"))
        #expect(outcome.status == 1)
        #expect(outcome.text == "the sizes differ: 40x30 and 40x31\n")
        #expect(outcome.errors.contains("note: -o: the sizes differ, so no picture of"))
        #expect(try folder.names() == ["a.png", "b.png"])
    }

    @Test(arguments: [(8, 1), (9, 0)])
    func `a tolerance decides on the status`(tolerance: Int, status: Int) async throws {
        let folder = try Folder()
        let (a, b) = try pair(in: folder)
        let outcome = try await Tool().run(
            "compare", a, b, "--tolerance", "\(tolerance)", "--json", "-o", folder("d.png"))
        #expect(outcome.status == status, "\(outcome.errors)")
        let line = try #require(try outcome.json().first)
        #expect(line.flag("alike") == (status == 0))
        #expect(line.flag("equal") == false)
        #expect(line.number("max_difference") == 9)
        #expect(line.number("differing_pixels") == status)
        // Red where the tolerance is exceeded, grey elsewhere.
        let picture = try Pictures.decode(folder.read("d.png"))
        #expect((picture[3, 2].x < picture[3, 2].z) == (status == 1))
        #expect(picture[5, 5].x == picture[5, 5].z)
    }

    @Test(arguments: [ImageFormat.png, .tiff, .jxl])
    func `samples of 16 bits count where both files have them`(format: ImageFormat) async throws {
        let folder = try Folder()
        var deep = Bitmap(size: PixelSize(width: 9, height: 5), as: .rgba16)
        deep[deep: 3, 3] = SIMD4(0x4040, 0x8080, 0xC0C0, 65535)
        let settings = EncodeSettings(isLossless: true)
        func file(_ name: String, _ format: ImageFormat) throws -> String {
            let bytes = try CodecList.installed.encoder(for: format)
                .encode(deep, settings: settings)
            return try folder.write(bytes.withUnsafeBytes { Array($0) }, to: name)
        }
        let a = try file("a.png", .png)
        let same = try file("same", format)
        #expect(try await Tool().run("compare", a, same).text == "equal: 9x5\n")
        deep[deep: 3, 3].x += 9
        deep[deep: 8, 4].w += 1
        let b = try file("b", format)
        let outcome = try await Tool().run("compare", a, b)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("but 2 pixels differ by at most 9 of 65535"))
        let line = try #require(try await Tool().run("compare", a, b, "--json").json().first)
        #expect(line.flag("equal") == false && line.flag("alike") == false)
        #expect(line.number("max_difference_16") == 9 && line.number("max_difference") == 0)
        #expect(line.number("differing_pixels_16") == 2)
        #expect(try await Tool().run("compare", a, b, "--tolerance", "1").status == 0)
        // Of a file of 8 bits more is not known.
        let eight = folder("eight.png")
        #expect(try await Tool().run("get", b, "--depth", "8", "-o", eight).status == 0)
        #expect(try await Tool().run("compare", a, eight).text == "equal: 9x5\n")
    }

    @Test(arguments: [ImageFormat.webp, .avif, .jxl, .tiff])
    func `roundings of decoders are no difference`(format: ImageFormat) async throws {
        let folder = try Folder()
        var picture = Bitmap(size: PixelSize(width: 64, height: 64), as: .rgba16)
        for y in 0..<64 {
            for x in 0..<64 {
                picture[deep: x, y] =
                    257
                    &* SIMD4(UInt16(x * 4), UInt16(y * 4), UInt16(255 - x * 2), UInt16(y * 4 + 3))
            }
        }
        picture.significantBits = 8
        let bytes = try CodecList.installed.encoder(for: .png)
            .encode(picture, settings: EncodeSettings())
        let a = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "a.png")
        let b = folder("b.\(format.fileExtension)")
        #expect(try await Tool().run("get", a, "--lossless", "-o", b).status == 0)
        #expect(try await Tool().run("compare", a, b).text == "equal: 64x64\n")
        // Other colours are a difference still.
        picture[deep: 40, 9].x += 257 * 9
        let other = try CodecList.installed.encoder(for: .png)
            .encode(picture, settings: EncodeSettings())
        let c = try folder.write(other.withUnsafeBytes { Array($0) }, to: "c.png")
        #expect(try await Tool().run("compare", c, b).status == 1)
    }

    @Test func `the measures are those of the conformance kit`() throws {
        let one = Pictures.bitmap(61, 47)
        var other = one
        for y in 0..<47 {
            for x in 0..<61 where (x + y) % 3 == 0 { other[x, y].x = UInt8(x * 4) }
        }
        let mine = PictureComparison(one, other, tolerance: 0)
        let theirs = ImageComparison(one, other)
        #expect(mine.maximum == theirs.maximum)
        #expect(abs(mine.mean - theirs.mean) < 1e-9)
        #expect(abs(mine.psnr - theirs.psnr) < 1e-9)
        #expect(abs(mine.ssim - theirs.ssim) < 2e-3)
    }

    @Test func `a similarity decides in place of a tolerance`() async throws {
        let folder = try Folder()
        let (a, _) = try pair(in: folder)
        let b = folder("b.jpg")
        #expect(try await Tool().run("get", a, "--quality", "60", "-o", b).status == 0)
        #expect(try await Tool().run("compare", a, b).status == 1)
        #expect(try await Tool().run("compare", a, b, "--min-ssim", "0.2").status == 0)
        let outcome = try await Tool().run("compare", a, b, "--min-ssim", "0.9999", "--quiet")
        #expect(outcome.status == 1)
        #expect(outcome.text.isEmpty && outcome.errors.isEmpty)
    }

    @Test func `pictures of two sizes are different`() async throws {
        let folder = try Folder()
        let (a, _) = try pair(in: folder)
        let b = try folder.write(try Pictures.png(41, 30), to: "b.png")
        let outcome = try await Tool().run("compare", a, b)
        #expect(outcome.status == 1)
        #expect(outcome.text == "the sizes differ: 40x30 and 41x30\n")
    }

    @Test func `a picture that cannot be loaded ends with 2`() async throws {
        let folder = try Folder()
        let (a, b) = try pair(in: folder)
        let outcome = try await Tool().run("compare", a, folder("none.png"))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("none.png: load: "))
        #expect(try await Tool().run("compare", a, b, "-o", folder("no/d.png")).status == 2)
        #expect(try await Tool().run("compare", a).status == 64)
        #expect(try await Tool().run("compare", a, b, "--tolerance", "256").status == 64)
    }
}
