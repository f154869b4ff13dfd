import TestSupport
import Testing
import WebImagePixels

/// The results of loops on this processor, which `scripts/parts/try-arm` compares with those on
/// arm64.
struct RecordedLoopTests {
    /// Run with `WEBIMAGE_RECORD=1` to record anew what a change makes different.
    @Test func `recorded results are those of today`() throws {
        var recording = Recording()
        for picture in [
            Scene.noise(size: PixelSize(33, 21), seed: 5),
            Scene.photograph(size: PixelSize(32, 20)),
        ] {
            for (loop, numbers) in picture.isOpaque ? Self.opaque : Self.transparent {
                recording.add(
                    loop.rawValue, "\(loop) \(numbers.x) \(numbers.y) \(numbers.z)", numbers,
                    size: picture.size, input: picture.packed,
                    output: loop.run(numbers, on: picture))
            }
        }
        #expect(try recording.isFile("loops.recorded"))
    }

    private typealias Call = (RecordedLoop, SIMD4<Double>)

    private static func call(
        _ loop: RecordedLoop, _ first: Double = 0, _ second: Double = 0, _ third: Double = 0
    ) -> Call {
        (loop, SIMD4(first, second, third, 0))
    }

    /// Calls with noise of every alpha.
    private static let transparent: [Call] = {
        var calls: [Call] = []
        for filter in ResampleFilter.allCases.indices {
            calls += [call(.scaled, 50, 12, Double(filter)), call(.scaled, 17, 30, Double(filter))]
        }
        for sigma in [0.8, 2.4, 5, 8.5] { calls.append(call(.blurred, sigma)) }
        for orientation in [1.0, 3, 5, 7] { calls.append(call(.oriented, orientation)) }
        for format in PixelFormat.allCases.indices {
            calls.append(call(.premultiplied, Double(format)))
            calls.append(call(.unpremultiplied, Double(format)))
        }
        calls += [
            call(.recolored, 0.6, 9), call(.recolored, 90, 9), call(.composite, -4, 3, 1),
            call(.composite, 5, -2, 0.3), call(.rotated, 33), call(.pixelated, 5),
            call(.checksum), call(.checksum, 1), call(.digest), call(.digest, 1),
        ]
        return calls
    }()

    /// Calls with a landscape.
    private static let opaque: [Call] = [
        call(.blurred, 15), call(.sharpened, 1.5), call(.rotated, 200.5), call(.oriented, 5),
        call(.paletteMapped, 20), call(.paletteMapped, 9, 1), call(.attention, 13, 20),
        call(.trimmed, 10), call(.tinted, 1), call(.tinted, 4), call(.tinted, 7),
    ]
}
