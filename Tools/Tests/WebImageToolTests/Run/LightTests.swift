import Foundation
import Testing
import WebImage

/// Light above white in the files that `get` writes.
struct LightTests {
    /// Returns a TIFF of floats with light up to four times white.
    private static func floats() throws -> [UInt8] {
        var light = Bitmap(size: PixelSize(width: 32, height: 16), as: .rgbaHalf, isOpaque: true)
        for y in 0..<16 {
            for x in 0..<32 { light[light: x, y] = SIMD4(Float(x) / 8, Float(y) / 8, 1, 1) }
        }
        light.headroom = 4
        let encoder = try CodecList.installed.encoder(for: .tiff)
        return try encoder.encode(light, settings: EncodeSettings()).withUnsafeBytes { Array($0) }
    }

    @Test(arguments: [
        ("avif", "pq"), ("avif", "hlg"), ("avif", "gain-map"), ("heic", "pq"), ("heic", "hlg"),
        ("jxl", "pq"), ("jxl", "gain-map"), ("png", "pq"), ("png", "hlg"), ("jpeg", "gain-map"),
    ])
    func `each form of light is written, told by info and read back`(
        format: String, curve: String
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.floats(), to: "in.tiff")
        let written = try await Tool().run(
            "get", source, "--format", format, "--depth", "hdr", "--curve", curve, "--quality",
            "95", "-o", folder("out"))
        #expect(written.status == 0 && !written.errors.contains("light"), "\(written.errors)")
        let info = try #require(try await Tool().run("info", folder("out"), "--json").json().first)
        #expect(info.flag("hdr") == true)
        #expect(info.isNull("gain_map") == (curve != "gain-map"))
        let back = try await Tool().run(
            "get", folder("out"), "--format", "tiff", "--depth", "hdr", "-o", folder("back.tiff"))
        #expect(back.status == 0 && !back.errors.contains("light"), "\(back.errors)")
        var options = DecodeOptions()
        options.pixelDepth = .hdr
        let bytes = ByteBlock(copying: try folder.read("back.tiff"))
        let decoder = try CodecList.installed.decoder(for: .tiff)
        let found = try bytes.withSpan { span throws(CodecError) in
            try decoder.decode(span, options: options)
        }.bitmap
        #expect(found.sampleFormat == .rgbaHalf)
        #expect(abs(found[light: 24, 8].x - 3) < 0.4)
    }

    @Test(arguments: ["png", "webp", "jpeg"])
    func `bits that were asked to go are not told`(format: String) async throws {
        let folder = try Folder()
        let deep = Bitmap(size: PixelSize(width: 8, height: 8), as: .rgba16, isOpaque: true)
        let encoder = try CodecList.installed.encoder(for: .png)
        let file = try encoder.encode(deep, settings: EncodeSettings())
        let source = try folder.write(file.withUnsafeBytes { Array($0) }, to: "in.png")
        let eight = try await Tool().run(
            "get", source, "--format", format, "--depth", "8", "-o", folder("out"))
        #expect(eight.status == 0 && !eight.errors.contains("note"), "\(eight.errors)")
        let kept = try await Tool().run("get", source, "--format", format, "-o", folder("out"))
        #expect(kept.errors.contains("8 of 16 bits a channel") == (format != "png"))
    }

    @Test func `a form that a format lacks is told`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.floats(), to: "in.tiff")
        let webp = try await Tool().run(
            "get", source, "--depth", "hdr", "-o", folder("out.webp"))
        #expect(webp.status == 0)
        #expect(webp.errors.contains("--depth hdr has no effect on webp"))
        #expect(webp.errors.contains("the light above white"))
        let png = try await Tool().run(
            "get", source, "--depth", "hdr", "--curve", "gain-map", "-o", folder("out.png"))
        #expect(png.errors.contains("--curve gain-map has no effect on png"))
    }

    @Test func `a curve needs light`() async throws {
        for words in [["--curve", "pq"], ["--curve", "pq", "--depth", "keep"]] {
            let run = try await Tool().run(["get", "a.png", "-o", "b.png"] + words)
            #expect(run.status == 64 && run.errors.contains("--curve needs --depth hdr"))
        }
        let run = try await Tool().run(
            "get", "a.png", "-o", "b.jpg", "--depth", "hdr", "--curve", "gain-map", "--gain-map",
            "drop")
        #expect(run.status == 64)
    }
}
