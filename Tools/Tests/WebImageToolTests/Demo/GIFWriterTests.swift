import Testing
import WebImage

@testable import WebImageTool

struct GIFWriterTests {
    private static func decoder() throws -> any ImageDecoder {
        try CodecList.installed.decoder(for: .gif)
    }

    @Test func `the first frame comes back pixel by pixel`() throws {
        let size = PixelSize(width: 97, height: 61)
        let palette = (0..<256).map { Tone(Float($0), 255 - Float($0), Float($0 / 2)) / 255 }
        let noise = Noise(seed: 3)
        // Noise does not compress: the table of codes fills and is cleared.
        let pixels = (0..<size.area).map { UInt8(noise.lattice(Int32($0), 1) * 255) }
        var writer = GIFWriter(size: size, palette: palette)
        writer.append(pixels, centiseconds: 5)
        let decoded = try ByteBlock(copying: writer.finished()).withSpan {
            try Self.decoder().decode($0, options: DecodeOptions())
        }.bitmap
        #expect(decoded.size == size)
        for (index, value) in pixels.enumerated() {
            let pixel = decoded[index % size.width, index / size.width]
            #expect(pixel == SIMD4(value / 2, 255 - value, value, 255))
        }
    }

    @Test(arguments: [1, 2, 255, 256, 257, 511, 512, 3838, 3839, 3840, 5000])
    func `frames of any length and one colour are whole`(width: Int) throws {
        let size = PixelSize(width: width, height: 3)
        var writer = GIFWriter(size: size, palette: [.zero, .one])
        writer.append((0..<size.area).map { UInt8($0 & 1) }, centiseconds: 5)
        let decoded = try ByteBlock(copying: writer.finished()).withSpan {
            try Self.decoder().decode($0, options: DecodeOptions())
        }.bitmap
        #expect(decoded[width - 1, 2].x == ((width * 3 - 1) & 1 == 1 ? 255 : 0))
    }

    @Test(arguments: [0, 1, 2, 7])
    func `the header tells frames, durations and loops`(loops: Int) throws {
        let size = PixelSize(width: 4, height: 3)
        var writer = GIFWriter(size: size, palette: [.zero, .one], loopCount: loops)
        for time in [5, 10, 300] {
            writer.append([UInt8](repeating: 1, count: 12), centiseconds: time)
        }
        let metadata = try ByteBlock(copying: writer.finished()).withSpan {
            try Self.decoder().metadata(of: $0, limits: DecodeLimits())
        }
        #expect(metadata.size == size)
        #expect(metadata.frameCount == 3)
        #expect(metadata.durations == [.milliseconds(50), .milliseconds(100), .seconds(3)])
        #expect(metadata.loopCount == loops)
    }
}
