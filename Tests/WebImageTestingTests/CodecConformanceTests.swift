import Synchronization
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageTesting

struct CodecConformanceTests {
    private static func sample(_ side: Int = 40) throws -> CodecSample {
        let scene = Scene.photograph(size: PixelSize(width: side, height: side))
        return CodecSample(
            "a scene", try BMPEncoder().encode(scene, settings: EncodeSettings()))
    }

    @Test func `BMP conforms`() async throws {
        let kit = CodecConformance(BMPDecoder())
        let violations = await kit.violations(with: [try Self.sample()])
        #expect(violations.isEmpty, "\(violations)")
        let encoding = kit.violations(of: BMPEncoder(), isExact: true)
        #expect(encoding.isEmpty, "\(encoding)")
    }

    @Test(arguments: Lie.allCases)
    func `a decoder that breaks a promise is found out`(lie: Lie) async throws {
        let kit = CodecConformance(LyingDecoder(lie: lie))
        let violations = await kit.violations(with: [try Self.sample()])
        #expect(violations.contains { $0.check == lie.rawValue }, "\(violations)")
    }

    @Test func `an encoder that loses pixels is found out`() {
        let kit = CodecConformance(BMPDecoder())
        let violations = kit.violations(of: GreyEncoder(), isExact: true)
        #expect(violations.contains { $0.check == "encode" })
    }

    /// The requirement that a ``LyingDecoder`` violates.
    enum Lie: String, CaseIterable {
        case decode, pixels, metadata, size, repetition, limits, cancellation, scale, depth
    }

    /// BMP with one violated requirement.
    private final class LyingDecoder: ImageDecoder {
        let lie: Lie
        let identity = "lying"
        let formats = [ImageFormat.bmp]
        private let calls = Atomic<Int>(0)

        init(lie: Lie) {
            self.lie = lie
        }

        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            if lie == .metadata { throw .damaged(.bmp, "a lie") }
            return try BMPDecoder().metadata(of: bytes, limits: lie == .limits ? .init() : limits)
        }

        func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            if lie == .decode { throw .damaged(.bmp, "a lie") }
            if lie == .cancellation, Task.isCancelled { throw .truncated(.bmp, "a lie") }
            let limits = lie == .limits ? DecodeLimits() : options.limits
            var output = try BMPDecoder().decode(bytes, options: DecodeOptions(limits: limits))
            switch lie {
            case .depth: output.bitmap = output.bitmap.converted(to: .rgba16)
            case .pixels: output.bitmap[3, 3] = SIMD4(200, 200, 200, 100)
            case .size:
                output.bitmap = output.bitmap.resampled(to: PixelSize(width: 3, height: 3))
            case .repetition:
                let call = calls.wrappingAdd(1, ordering: .relaxed).newValue
                output.bitmap[0, 0] = SIMD4(UInt8(call % 2), 9, 9, 255)
            case .scale where options.downsampling.box != nil:
                output.bitmap = output.bitmap.resampled(to: PixelSize(width: 4, height: 4))
            default: break
            }
            return output
        }
    }

    /// BMP without colour.
    private struct GreyEncoder: ImageEncoder {
        let identity = "grey"
        let format = ImageFormat.bmp

        func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            var grey = Bitmap(size: bitmap.size, isOpaque: true)
            for y in 0..<bitmap.size.height {
                for x in 0..<bitmap.size.width {
                    grey[x, y] = SIMD4(SIMD3(repeating: bitmap[x, y].y), 255)
                }
            }
            return try BMPEncoder().encode(grey, settings: settings)
        }
    }
}
