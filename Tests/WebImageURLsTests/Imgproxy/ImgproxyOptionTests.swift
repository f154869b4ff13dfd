import Testing
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@testable import WebImageURLs

@Suite struct ImgproxyOptionTests {
    /// Options of an address, and the change that they make in an empty plan.
    struct Row: Sendable, CustomTestStringConvertible {
        let options: [String]
        let change: @Sendable (inout ImagePlan) -> Void
        var testDescription: String { options.joined(separator: ", ") }

        init(_ options: String..., change: @escaping @Sendable (inout ImagePlan) -> Void) {
            (self.options, self.change) = (options, change)
        }
    }

    /// Returns the plan of options, of which each spelling has the same one.
    private func plan(_ options: String) throws(URLFault) -> ImagePlan {
        var grammar = ImgproxyGrammar()
        grammar.allowsSecurityOptions = true
        return try grammar.plan(for: "/_/\(options)/plain/http://a/b", at: 100)
    }

    static let sizes: [Row] = [
        Row("w:100", "width:100", "w:+100", "w:0100", "w:7/w:100") {
            ($0.sizing.width, $0.sizing.maxSide) = (100, 1 << 24)
        },
        Row("h:100", "height:100") { ($0.sizing.height, $0.sizing.maxSide) = (100, 1 << 24) },
        Row("rs:fill:3:4:1:1:no:5:6", "resize:fill:3:4:true:T:no:5:6") {
            $0.sizing = TargetSizing(.fill, 3, 4)
            $0.sizing.enlarges = true
            $0.sizing.canvas = .box(.gravity(.north, x: 5, y: 6))
        },
        Row("s:3:4:1", "size:3:4:1", "rs::3:4:1", "s:3:4/el:1", "el:1/s:3:4::") {
            $0.sizing = TargetSizing(.fit, 3, 4)
            $0.sizing.enlarges = true
        },
        Row("rs:", "s:", "el:", "el:yes", "ex:0:no", "rot:360", "fl::", "t:", "bg:", "pd:", "pix:1")
        { _ in },
        Row("rt:auto/w:5", "resizing_type:auto/w:5") { $0.sizing = TargetSizing(.auto, 5) },
        Row("rt:force", "rs:force") { $0.sizing.mode = .exact },
        Row("rt:fill-down") { $0.sizing.mode = .fillDown },
        Row("mw:5/mh:6", "min-width:5/min-height:6") {
            $0.sizing.atLeast = PixelSize(5, 6)
        },
        Row("z:0.5", "zoom:5e-1:.5") { ($0.sizing.zoomX, $0.sizing.zoomY) = (0.5, 0.5) },
        Row("dpr:2", "dpr:+2.") { $0.sizing.pixelRatio = 2 },
        Row("ex:1:sowe:1:-2/w:5", "extend:1:sowe:1:-2/w:5", "w:5/exar:1/ex:1:sowe:1:-2") {
            $0.sizing.width = 5
            $0.sizing.canvas = .box(.gravity(.southwest, x: 1, y: -2))
        },
        Row("exar:1:fp:0:1", "extend_ar:1:fp:0:1", "extend_aspect_ratio:1:fp:0:1") {
            $0.sizing.canvas = .aspectRatio(.focus(x: 0, y: 1))
        },
        Row("g:noea:1:2", "gravity:noea:1:2", "g:so:1:2/g:noea", "g:noea::2/g:noea:1:") {
            $0.sizing.position = .gravity(.northeast, x: 1, y: 2)
        },
        Row("g:sm", "g:no:1:2/g:sm") { $0.sizing.position = .attention },
        Row("c:100:0.5:nowe:1:2", "crop:100:0.5:nowe:1:2") {
            $0.sizing.crop = .init(100, 0.5, at: .gravity(.northwest, x: 1, y: 2))
        },
        Row("c:100") { $0.sizing.crop = .init(100, 0) },
        Row("pd:1", "pd:1:1:1:1", "padding:1::1:") {
            $0.sizing.padding = .init(top: 1, right: 1, bottom: 1, left: 1)
        },
        Row("pd:1:2") { $0.sizing.padding = .init(top: 1, right: 2, bottom: 1, left: 2) },
        Row("pd:1:2:3") { $0.sizing.padding = .init(top: 1, right: 2, bottom: 3, left: 2) },
        Row("pd:::10") { $0.sizing.padding.bottom = 10 },
        Row("rot:90", "rotate:450", "rot:-270", "rot:-990") { $0.sizing.orientation = .right },
        Row("fl:1", "flip:1:0", "fl:1:1/fl::0") { $0.sizing.orientation = .upMirrored },
        Row("fl:0:1") { $0.sizing.orientation = .downMirrored },
        Row("fl:1:1", "rot:180") { $0.sizing.orientation = .down },
        Row("rot:90/fl:1", "fl:1/rot:90") { $0.sizing.orientation = .leftMirrored },
        Row("mrd:60", "max_result_dimension:60") {
            ($0.limits.maxResultSide, $0.sizing.maxSide) = (60, 60)
        },
        Row("mrd:0") { ($0.limits.maxResultSide, $0.sizing.maxSide) = (.max, 1 << 24) },
    ]

    static let pictures: [Row] = [
        Row("t:10", "trim:10", "t:10:fff/t:10:") { $0.trim = .trim(threshold: 10) },
        Row("t:10:ff8800:1:1", "t:10:f80::1/t:10:f80:1", "t:10:123/t:10:F80:1:1") {
            $0.trim = .trim(
                threshold: 10, color: RGBAColor(red: 255, green: 136, blue: 0),
                isEqualHorizontally: true, isEqualVertically: true)
        },
        Row("t:1e9") { $0.trim = .trim(threshold: 255) },
        Row("ar:0", "auto_rotate:f") { $0.turnsUpright = false },
        Row("bg:ff8000", "background:255:128:0") {
            $0.background = RGBAColor(red: 255, green: 128, blue: 0)
        },
        Row("pix:3/sh:2/bl:1", "blur:1/sharpen:2/pixelate:3", "bl:1/sh:2/pix:9/pix:3") {
            $0.effects = [.blur(1), .sharpen(2), .pixelate(3)]
        },
        Row("bl:1e9/sh:1e9/pix:9999999999") {
            $0.effects = [.blur(500), .sharpen(10), .pixelate(1 << 24)]
        },
        Row("wm:0.5", "watermark:0.5:ce:0:0:0", "wm:.5::::", "wm:0.5:ce:0:0:0:1:1") {
            $0.watermark = WatermarkPlan(opacity: 0.5)
        },
        Row("wm:1:re:-5:0.5:0.1", "wm:0:re:-5:0.5:0.1/wm:1") {
            $0.watermark = WatermarkPlan(opacity: 1, gravity: nil, x: -5, y: 0.5, scale: 0.1)
        },
        Row("wm:0:re") { _ in },
    ]

    static let files: [Row] = [
        Row("sm:0/kcr:1/scp:0") {
            $0.encoding.stripsMetadata = false
            $0.encoding.keepsCopyright = true
            $0.encoding.stripsProfile = false
        },
        Row("eth:1", "enforce_thumbnail:yes") { _ in },
        Row("ph:1", "preserve_hdr:t") {
            ($0.encoding.keepsGainMap, $0.encoding.depth) = (true, .hdr)
        },
        Row("ph:0", "preserve_hdr:0") {
            ($0.encoding.keepsGainMap, $0.encoding.depth) = (false, .eight)
        },
        Row("q:50", "quality:50") { $0.encoding.quality = 50 },
        Row("q:0", "q:50/q:0", "mb:0", "exp:0", "exp:-5", "cb:", "cachebuster:x", "raw:0", "fn:") {
            _ in
        },
        Row("fq:jpg:10:webp:20", "format_quality:jpeg:10/fq:webp:20", "fq:jpg:1:webp:20:jpg:10") {
            $0.encoding.formatQualities = [.jpeg: 10, .webp: 20]
        },
        Row("mb:1000", "max_bytes:1000") { $0.encoding.maxByteCount = 1000 },
        Row("f:jpg", "format:jpeg", "ext:jpg") { $0.encoding.format = .jpeg },
        Row("skp:jpg:png", "skip_processing:jpg/skp:png") {
            $0.encoding.skippedFormats = [.jpeg, .png]
        },
        Row("raw:1") { $0.product = .source },
        Row("exp:100", "expires:100") { $0.expires = 100 },
        Row("fn:dog", "filename:dog:0", "fn:ZG9n:1", "fn:ZG9n:t", "fn:ZG9n===:1") {
            $0.fileName = "dog"
        },
        Row("fn:my%20dog") { $0.fileName = "my%20dog" },
        Row("att:1", "return_attachment:1") { $0.isAttachment = true },
        Row("msr:0.02", "max_src_resolution:2e-2") { $0.limits.maxPixels = 20_000 },
        Row("msfs:5", "max_src_file_size:5") { $0.limits.maxSourceBytes = 5 },
        Row("maf:3", "max_animation_frames:3") { $0.limits.maxFrames = 3 },
        Row("mafr:0.01", "max_animation_frame_resolution:0.01") {
            $0.limits.maxFramePixels = 10_000
        },
        Row("msfs:0/mafr:0") {
            ($0.limits.maxSourceBytes, $0.limits.maxFramePixels) = (.max, .max)
        },
    ]

    @Test(arguments: sizes + pictures + files)
    func `an option changes its part of the plan alone`(_ row: Row) throws {
        var expected = ImagePlan(source: "http://a/b")
        row.change(&expected)
        for options in row.options {
            #expect(try Self.text(plan(options)) == Self.text(expected), "\(options)")
        }
    }

    /// Returns all properties of a plan as text.
    private static func text(_ plan: ImagePlan) -> String {
        var text = ""
        let spellings = [plan.trim].compactMap { $0?.spelling } + plan.effects.map(\.spelling)
        print(
            spellings, plan.encoding.formatQualities.sorted { $0.key.rawValue < $1.key.rawValue },
            plan.encoding.skippedFormats.map(\.rawValue).sorted(), to: &text)
        var rest = plan
        (rest.trim, rest.effects) = (nil, [])
        (rest.encoding.formatQualities, rest.encoding.skippedFormats) = ([:], [])
        dump(rest, to: &text)
        return text
    }

    @Test func `every option has a short or a long name`() {
        let names =
            ImgproxySizing.allCases.map(\.rawValue) + ImgproxyPicture.allCases.map(\.rawValue)
            + ImgproxyFile.allCases.map(\.rawValue) + ImgproxyLimit.allCases.map(\.rawValue)
            + ImgproxyIgnored.allCases.map(\.rawValue) + ["preset"]
        #expect(
            Set(names).count == names.count
                && Set(ImgproxyOption.shortNames.values).isSubset(of: names))
        for name in names + Array(ImgproxyOption.shortNames.keys) {
            #expect(ImgproxyOption(name: name[...]) != nil, "\(name)")
        }
    }
}
