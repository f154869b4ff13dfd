import WebImage
import WebImageComparison

/// The demo's pictures, computed, the same in every run.
enum SampleGallery {
    /// Returns all samples, in the order of the contact sheet.
    ///
    /// - Parameters:
    ///   - scale: The factor of all sizes; tests use less than 1.
    ///   - box: The size of the thumbnails.
    /// - Throws: `CodecError` if an encoder is missing.
    static func samples(scale: Double = 1, box: PixelSize) async throws -> [Sample] {
        let recipes = recipes(box: box)
        return try await withThrowingTaskGroup(of: (Int, Sample).self) { group in
            for (index, recipe) in recipes.enumerated() {
                group.addTask { (index, try recipe.sample(scale: scale)) }
            }
            var samples: [(Int, Sample)] = []
            for try await sample in group { samples.append(sample) }
            return samples.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Returns the recipes of all samples; each demonstrates another transform.
    static func recipes(box: PixelSize) -> [SampleRecipe] {
        photographs(box) + graphics(box) + loaded(box) + [
            SampleRecipe(
                "ball.gif", .gif, 480, 360,
                transforms:
                    "resize(\(box.height)x\(box.height),fill)/circle(border:5,color:#ffffff)",
                make: animation),
            SampleRecipe(
                "badge.ico", .ico, 256, 256,
                transforms: "resize(150x150,fit)/pad(\(box),#00000000)",
                make: icon),
        ]
    }

    /// The URL of a second picture.
    private static let star =
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='120' height='120'>"
        + "<path d='M60 6 76 44 114 46 84 72 94 112 60 90 26 112 36 72 6 46 44 44Z' "
        + "fill='white' fill-opacity='0.8'/></svg>"

    private static func photographs(_ box: PixelSize) -> [SampleRecipe] {
        [
            SampleRecipe(
                "dawn.jpg", .jpeg, 1600, 1200,
                transforms: "resize(\(box),fill)/saturation(1.5)"
                    + "/text(WebImage,size:24,at:south,y:10,opacity:0.75)",
                EncodeSettings(quality: 88), painting: motif(.hills, "lagoon")),
            SampleRecipe(
                "aurora.jpg", .jpeg, 1200, 1600, transforms: "resize(\(box),fit)", make: turned),
            SampleRecipe(
                "dusk.webp", .webp, 1600, 1200,
                transforms: "resize(\(box),fill)/roundcorners(28,border:3,color:#ffe9b0)",
                EncodeSettings(quality: 82), painting: motif(.hills, "dusk")),
            SampleRecipe(
                "noon.bmp", .bmp, 800, 600,
                transforms: "resize(\(box),fill)/grayscale/tint(#b4783c58)"
                    + "/composite(url:\(star.spelling),at:southeast,x:10,y:10,scale:0.2)",
                painting: motif(.hills, "azure")),
        ]
    }

    private static func graphics(_ box: PixelSize) -> [SampleRecipe] {
        let side = box.height
        return [
            SampleRecipe(
                "tiles.png", .png, 1200, 900,
                transforms: "resize(\(box),fit)/sharpen(1)/flip(horizontal)",
                painting: motif(.mosaic, "amber")),
            SampleRecipe(
                "ribbons.png", .png, 900, 1200,
                transforms: "resize(x\(side * 22 / 25),fit)/rotate(8)",
                painting: motif(.ribbons, "coral")),
            SampleRecipe(
                "rings.png", .png, 1200, 900,
                transforms: "resize(\(box.width * 2)x\(side * 2),fill,enlarge)"
                    + "/crop(\(box),\(box.width / 3),\(side / 2))",
                painting: motif(.rings, "jade")),
            SampleRecipe(
                "bubbles.png", .png, 1024, 768, transforms: "resize(\(box),fill)/blur(5)",
                EncodeSettings(isProgressive: true), painting: motif(.bubbles, "copper")),
            SampleRecipe(
                "halo.png", .png, 900, 900,
                transforms: "resize(\(side * 4 / 5)x,fit)/pad(\(box),#ffffff)",
                painting: Scene.transparency),
            SampleRecipe(
                "glow.webp", .webp, 800, 800,
                transforms: "resize(\(box),fit)/background(#ffffff)",
                EncodeSettings(isLossless: true), painting: Scene.transparency),
        ]
    }

    /// Returns the recipes of formats whose libraries are loaded on first use.
    private static func loaded(_ box: PixelSize) -> [SampleRecipe] {
        let fast = EncodeSettings(effort: 1)
        return [
            SampleRecipe(
                "shore.avif", .avif, 800, 600, transforms: "resize(\(box),fill)/sepia(0.5)", fast,
                painting: motif(.ribbons, "moss")),
            SampleRecipe(
                "ridge.heic", .heic, 800, 600, transforms: "sized(fill:\(box))/roundcorners(12)",
                fast, painting: motif(.hills, "plum")),
            SampleRecipe(
                "night.jxl", .jxl, 800, 600,
                transforms: "resize(\(box),fill)/brightness(20)/contrast(1.5)", fast,
                painting: motif(.stars, "indigo")),
            SampleRecipe(
                "plate.tiff", .tiff, 800, 600, transforms: "resize(\(box),fit)/pixelate(12)",
                painting: Scene.photograph),
            SampleRecipe(
                "wheel.svg", .svg, 400, 300,
                transforms: "resize(\(box),fit,enlarge)/trim(10)", make: wheel),
        ]
    }

    /// Returns a painter of a motif in the colours of a palette's name.
    private static func motif(
        _ motif: Scene.Motif, _ name: String, time: Float = 0
    ) -> @Sendable (PixelSize) -> Bitmap {
        let palette = Scene.Palette.all.first { $0.name == name } ?? Scene.Palette.all[0]
        return { motif.picture(size: $0, palette: palette, seed: 11, time: time) }
    }

    /// Returns an SVG of a wheel with twelve colours.
    private static func wheel(_ size: PixelSize) -> [UInt8] {
        let spokes = (0..<12).map { index in
            "<path d='M0 0 L96 -25.9 A100 100 0 0 1 96 25.9 Z' "
                + "transform='rotate(\(index * 30))' fill='hsl(\(index * 30),70%,55%)'/>"
        }
        return Array(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='\(size.width)' height='\(size.height)' \
            viewBox='-200 -150 400 300'>\(spokes.joined())<circle r='30' fill='#fff'/></svg>
            """.utf8)
    }

    /// Returns a progressive JPEG stored rotated, with orientation 6.
    private static func turned(_ size: PixelSize) throws -> [UInt8] {
        // A big-endian TIFF header, then a directory of one entry: tag 0x0112, of type SHORT, one
        // value, 6 (EXIF 2.32, section 4.6.2). The encoder writes it as it is.
        let exif: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
            + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0] + [0, 0, 0, 0]
        let settings = EncodeSettings(
            quality: 86, isProgressive: true, embedded: EmbeddedMetadata(exif: exif))
        return try motif(.stars, "jade")(size).rotated(degrees: 270).encoded(as: .jpeg, settings)
    }

    private static func animation(_ size: PixelSize) throws(CodecError) -> [UInt8] {
        let bitmaps = (0..<12).map { motif(.bubbles, "azure", time: Float($0) / 12)(size) }
        let frames = ListedFrames(
            bitmaps, durations: bitmaps.map { _ in .milliseconds(70) }, loopCount: 0)
        guard let encoder = CodecList.installed.animatedEncoder(for: .gif) else {
            throw .noCodec(.gif)
        }
        let block = try encoder.encode(frames, settings: EncodeSettings())
        return block.withUnsafeBytes { Array($0) }
    }

    private static func icon(_ size: PixelSize) throws -> [UInt8] {
        IconFile.wrapping(try motif(.rings, "rose")(size).encoded(as: .png), size: size)
    }
}
