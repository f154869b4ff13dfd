import Testing
import WebImagePixels
import WebImageSizing

/// Rules of absurd numbers, as a program may set them without any text.
struct TargetSizingAbsurdTests {
    @Test(arguments: [true, false], [Int.max, Int.min, 1 << 40])
    func `a box of any side has a plan`(isVector: Bool, side: Int) {
        for (width, height) in [(side, 0), (0, side), (side, side), (side, 1)] {
            let box = PixelSize(width: width, height: height)
            for fit in Fit.allCases {
                for source in [
                    PixelSize(width: 100, height: 50), PixelSize(width: 1, height: 1000),
                ] {
                    let plan = TargetSizing(box, fit).plan(for: source, isVector: isVector)
                    #expect(plan.canvas.width >= 1 && plan.canvas.height >= 1)
                    _ = Downsampling(box: box, fit: fit).scaledSize(of: source, isVector: isVector)
                }
            }
        }
    }

    @Test func `numbers without sense make no other rule`() {
        var rule = TargetSizing(PixelSize(width: 99, height: 100), .fill)
        rule.zoomX = 0
        #expect(rule.plain?.box == PixelSize(width: 99, height: 100))
    }
}
