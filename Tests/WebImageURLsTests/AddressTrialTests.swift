import TestSupport
import Testing
import WebImageCoding
import WebImagePixels
import WebImageTransforms
import WebImageURLs

/// Random addresses, put together of pieces that mean something.
@Suite struct AddressTrialTests {
    private func text(of pieces: [String], _ random: inout SplitMix) -> String {
        let count = Int.random(in: 1...14, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    @Test func `any address of thumbor is a plan or a fault`() {
        var random = SplitMix(state: 1)
        let pieces = [
            "/", "/", "meta/", "trim", ":", "top-left", "0x0", "10x20:30x40/", "fit-in/",
            "full-fit-in/",
            "adaptive-fit-in/", "-", "300x200/", "orig", "x", "left/", "smart/", "filters:",
            "blur(3)",
            "fill(red)", ")/", "proportion(", "1e308", "nan", "99999999999999999999",
            "http://a.test/b",
            "%2F", "%", "%00", "é", "rotate(90)", "watermark(a.test,1,-2p,3)", "..", "?", "#", "@",
            "'",
        ]
        var grammar = ThumborGrammar(allowsUnsafe: true)
        (grammar.maxWidth, grammar.maxHeight) = (500, 0)
        var plans = 0
        for _ in 0..<5000 {
            let target = "/unsafe/" + text(of: pieces, &random)
            guard let plan = try? grammar.plan(for: target, at: 0) else { continue }
            plans += 1
            let canvas = plan.sizing.plan(for: PixelSize(640, 400)).canvas
            let size = plan.transforms.reduce(canvas) { $1.resultSize(of: $0) }
            #expect(size.width > 0 && size.height > 0, "\(target)")
            #expect(plan.transforms.allSatisfy { $0.fault == nil }, "\(target)")
            #expect((try? SourceAddress(plan.source))?.url == plan.source, "\(target)")
        }
        #expect(plans > 500)
    }

    @Test func `any address of the library is a plan or a fault, and a plan is written again`()
        throws
    {
        var random = SplitMix(state: 2)
        let transforms = [
            "-", "blur(3)", "circle", "crop(3x4,at:smart)", "tint(%23ff000080)", "trim", "%",
            "blur",
        ]
        let options = [
            "size=fill:30x20,dpr:2", "quality=5", "info", "format=png", "max-frames=3", "trim=10",
            "background=ffffff", "expires=9", "filename=%2F%3B", "metadata=keep", "download", "=",
            "-",
        ]
        let sources = [
            "aHR0cDovL2EudGVzdC8", "plain/http://a.test/", "aHR0cDovL2EudGVzdC8@png", "//",
        ]
        var grammar = WebImageGrammar()
        grammar.allowsLimits = true
        var plans = 0
        for _ in 0..<2000 {
            let steps = transforms.shuffled(using: &random).prefix(2).joined(separator: ";")
            let stated = options.shuffled(using: &random).prefix(3).joined(separator: ";")
            let target = "/v1/-/\(steps)/\(stated)/\(sources.randomElement(using: &random) ?? "")"
            guard let plan = try? grammar.plan(for: target, at: 0) else { continue }
            plans += 1
            let address = try grammar.address(of: plan)
            #expect(try grammar.plan(for: address, at: 0) == plan, "\(target)")
        }
        #expect(plans > 100)
        let pieces = transforms + options + sources + ["/", "/", ";", "plain/"]
        for _ in 0..<2000 {
            _ = try? grammar.plan(for: "/v1/-/" + text(of: pieces, &random), at: 0)
        }
    }
}
