import WebImage

/// The demo's pictures: made by arithmetic, the same on every run, none copied.
enum SampleGallery {
    /// All samples, in the order of the contact sheet.
    ///
    /// - Parameters:
    ///   - scale: 1 for the usual sizes, less for quick tests.
    ///   - box: The size that thumbnails are made for.
    /// - Throws: `CodecError` when an encoder is missing.
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

    /// How each sample is made; every one shows another transform.
    static func recipes(box: PixelSize) -> [SampleRecipe] {
        photographs(box) + graphics(box) + [
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

    private static func photographs(_ box: PixelSize) -> [SampleRecipe] {
        [
            SampleRecipe(
                "dawn.jpg", .jpeg, 1600, 1200, transforms: "resize(\(box),fill)",
                EncodeSettings(quality: 88)
            ) { Landscape(.dawn, size: $0, seed: 11).painted() },
            SampleRecipe(
                "aurora.jpg", .jpeg, 1200, 1600, transforms: "resize(\(box),fit)", make: turned),
            SampleRecipe(
                "dusk.webp", .webp, 1600, 1200,
                transforms: "resize(\(box),fill)/roundcorners(28,border:3,color:#ffe9b0)",
                EncodeSettings(quality: 82)
            ) { Landscape(.dusk, size: $0, seed: 29).painted() },
            SampleRecipe(
                "noon.bmp", .bmp, 800, 600,
                transforms: "resize(\(box),fill)/grayscale/tint(#b4783c58)"
            ) { Landscape(.noon, size: $0, seed: 63).painted() },
        ]
    }

    private static func graphics(_ box: PixelSize) -> [SampleRecipe] {
        let side = box.height
        return [
            SampleRecipe(
                "chart.png", .png, 1200, 900, transforms: "resize(\(box),fit)/flip(horizontal)",
                painting: TestChart.painted),
            SampleRecipe(
                "poster.png", .png, 900, 1200,
                transforms: "resize(x\(side * 22 / 25),fit)/rotate(8)", painting: Poster.painted),
            SampleRecipe(
                "julia.png", .png, 1200, 900,
                transforms: "resize(\(box.width * 2)x\(side * 2),fill,enlarge)"
                    + "/crop(\(box),\(box.width / 3),\(side / 2))", painting: Patterns.julia),
            SampleRecipe(
                "marble.png", .png, 1024, 768, transforms: "resize(\(box),fill)/blur(5)",
                EncodeSettings(isProgressive: true), painting: Patterns.marble),
            SampleRecipe(
                "lamps.png", .png, 900, 900,
                transforms: "resize(\(side * 4 / 5)x,fit)/pad(\(box),#ffffff)",
                painting: Discs.lamps),
            SampleRecipe(
                "flower.webp", .webp, 800, 800, transforms: "resize(\(box),fit)",
                EncodeSettings(isLossless: true), painting: Discs.flower),
        ]
    }

    /// A progressive JPEG that lies on its side and says so: orientation 6.
    private static func turned(_ size: PixelSize) throws -> [UInt8] {
        let upright = Landscape(.aurora, size: size, seed: 47).painted()
        let stored = try upright.rotated(degrees: 270)
            .encoded(as: .jpeg, EncodeSettings(quality: 86, isProgressive: true))
        return ExifSegment.adding(orientation: 6, to: stored)
    }

    private static func animation(_ size: PixelSize) -> [UInt8] {
        var writer = GIFWriter(size: size, palette: BeachBall.palette)
        for frame in BeachBall.frames(size, count: 12) { writer.append(frame, centiseconds: 7) }
        return writer.finished()
    }

    private static func icon(_ size: PixelSize) throws -> [UInt8] {
        IconFile.wrapping(try Patterns.badge(size).encoded(as: .png), size: size)
    }
}
