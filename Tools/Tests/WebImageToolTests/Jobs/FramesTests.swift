import Testing
import WebImage

/// `frames`: an animation to pictures, and back.
struct FramesTests {
    @Test func `an animation is taken apart and put together again`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Animations.gif(), to: "cat.gif")
        let apart = try await Tool().run("frames", source, "-o", folder("parts/"), "--json")
        #expect(apart.status == 0, "\(apart.errors)")
        #expect(try folder.names("parts") == ["cat-1.png", "cat-2.png", "cat-3.png"])
        let lines = try apart.json()
        #expect(lines.map { $0.number("delay_ms") } == [100, 250, 50])
        #expect(lines.map { $0.text("output") } == (1...3).map { folder("parts/cat-\($0).png") })
        #expect(try Pictures.decode(folder.read("parts/cat-2.png"))[0, 0] == SIMD4(0, 255, 0, 255))
        let joined = try await Tool().run(
            "frames", "-r", folder("parts"), "--delay", "0.08s", "--loop", "3", "-o",
            folder("film.webp"), "--lossless")
        #expect(joined.status == 0, "\(joined.errors)")
        #expect(joined.text.contains("film.webp: webp 24x16, 3 frames"))
        let info = try #require(
            try await Tool().run("info", folder("film.webp"), "--json").json().first)
        #expect(info.numbers("durations_ms") == [80, 80, 80])
        #expect(info.number("loop_count") == 3)
        let again = try await Tool().run(
            "frames", folder("film.webp"), "--name", "{index}.{ext}", "--format", "bmp", "-o",
            folder("again/"))
        #expect(again.status == 0, "\(again.errors)")
        #expect(try folder.names("again") == ["1.bmp", "2.bmp", "3.bmp"])
        for number in 1...3 {
            #expect(
                try Pictures.decode(folder.read("again/\(number).bmp"))
                    == Pictures.decode(folder.read("parts/cat-\(number).png")))
        }
    }

    @Test func `an animation gets another timing, and keeps its own otherwise`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Animations.gif(), to: "cat.gif")
        for (words, durations, loop) in [
            (["--delay", "200"], [200.0, 200, 200], 0), (["--loop", "5"], [100, 250, 50], 5),
        ] {
            let outcome = try await Tool().run(
                ["frames", source, "-o", folder("out.gif")] + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let info = try #require(
                try await Tool().run("info", folder("out.gif"), "--json").json().first)
            #expect(info.numbers("durations_ms") == durations)
            #expect(info.number("loop_count") == loop)
        }
    }

    @Test func `pictures of other shapes are fitted into the first`() async throws {
        let folder = try Folder()
        let a = try folder.write(try Pictures.png(40, 30), to: "a.png")
        let b = try folder.write(try Pictures.png(80, 20), to: "b.png")
        let outcome = try await Tool().run("frames", a, b, "-o", folder("film.png"), "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.json().first?.text("format") == "apng")
        #expect(try outcome.json().first?.number("height") == 30)
        let sized = try await Tool().run(
            "frames", a, b, "--size", "16x16", "-o", folder("film.gif"), "--json")
        #expect(try sized.json().first?.number("width") == 16)
    }

    @Test(arguments: [nil, "keep", "16", "8"], ["film.png", "film.webp", "parts/"])
    func `bits are kept if they are asked for, else told`(
        depth: String?, output: String
    ) async throws {
        let folder = try Folder()
        var deep = Bitmap(size: PixelSize(width: 8, height: 8), as: .rgba16, isOpaque: true)
        for x in 0..<8 { deep[deep: x, 0] = SIMD4(UInt16(x * 1000 + 1), 2, 3, 65535) }
        let encoder = try #require(CodecList.installed.animatedEncoder(for: .apng))
        let film = DecodedImage(
            frames: [1, 2].map { number in
                deep[deep: 7, 7] = SIMD4(UInt16(number), 0, 0, 65535)
                return ImageFrame(bitmap: deep, duration: .milliseconds(100))
            }, loopCount: 0)
        let file = try encoder.encode(#require(film.frames), settings: EncodeSettings())
        let source = try folder.write(file.withUnsafeBytes { Array($0) }, to: "in.png")
        let words = depth.map { ["--depth", $0] } ?? []
        let outcome = try await Tool().run(
            ["frames", source, "-o", folder(output)] + words)
        #expect(outcome.status == 0)
        let keeps = output != "film.webp" && ["keep", "16"].contains(depth)
        let isLost = !keeps && depth != "8"
        #expect(outcome.errors.contains("8 of 16 bits a channel") == isLost, "\(outcome.errors)")
        guard output != "film.webp" else { return }
        let written = output == "parts/" ? "parts/in-1.png" : output
        var options = DecodeOptions()
        options.pixelDepth = .asStored
        let bytes = ByteBlock(copying: try folder.read(written))
        let decoder = try CodecList.installed.decoder(for: .png)
        let found = try bytes.withSpan { span throws(CodecError) in
            try decoder.decode(span, options: options)
        }.bitmap
        #expect((found.sampleFormat == .rgba16) == keeps)
        if keeps { #expect(found[deep: 7, 0] == SIMD4(7001, 2, 3, 65535)) }
    }

    @Test(arguments: [nil, "keep", "8"], ["film.webp", "parts/"])
    func `light of frames is told`(depth: String?, output: String) async throws {
        let folder = try Folder()
        var light = Bitmap(size: PixelSize(width: 8, height: 8), as: .rgba16, isOpaque: true)
        light[deep: 3, 3] = SIMD4(60_000, 60_000, 60_000, 65535)
        var settings = EncodeSettings()
        settings.codePoints = ColorCodePoints(primaries: .bt2020, transfer: .pq)
        let file = try CodecList.installed.encoder(for: .png).encode(light, settings: settings)
        let source = try folder.write(file.withUnsafeBytes { Array($0) }, to: "in.png")
        let words = depth.map { ["--depth", $0] } ?? []
        let outcome = try await Tool().run(["frames", source, "-o", folder(output)] + words)
        #expect(outcome.status == 0)
        let isTold = outcome.errors.contains("in.png: not written: the light above white")
        #expect(isTold == (depth != "8"), "\(outcome.errors)")
    }

    @Test(arguments: ["keep", "16", "8"])
    func `bits that the format has not are told`(depth: String) async throws {
        let folder = try Folder()
        var deep = Bitmap(size: PixelSize(width: 8, height: 8), as: .rgba16, isOpaque: true)
        deep[deep: 3, 3] = SIMD4(1, 2, 3, 65535)
        let file = try CodecList.installed.encoder(for: .png)
            .encode(deep, settings: EncodeSettings())
        let source = try folder.write(file.withUnsafeBytes { Array($0) }, to: "in.png")
        let outcome = try await Tool().run(
            "frames", source, "-o", folder("parts/"), "--format", "avif", "--depth", depth)
        #expect(outcome.status == 0)
        let isTold = outcome.errors.contains("not written: 4 of 16 bits a channel")
        #expect(isTold == (depth != "8"), "\(outcome.errors)")
        // The source that has them is named.
        let plain = try folder.write(try Pictures.png(8, 8), to: "plain.png")
        let film = try await Tool().run(
            "frames", plain, source, "-o", folder("film.webp"), "--depth", depth)
        let isNamed = film.errors.contains("in.png: not written: 8 of 16 bits a channel")
        #expect(isNamed == (depth != "8"), "\(film.errors)")
    }

    @Test(arguments: [
        ["-o", "out.jpg"], ["-o", "out.webp", "--loop", "x"], ["-o", "out/", "--delay", "5"],
        ["-o", "out.webp", "--name", "{index}"], ["-o", "out/", "--name", "{stem}"],
        ["-o", "out.webp", "--delay", "-1"], ["-o", "out.webp", "--size", "9x"], ["-o", "out"],
        ["b.gif", "-o", "out/"], ["-o", "-"], [],
    ])
    func `what makes no sense is refused`(words: [String]) async throws {
        let outcome = try await Tool().run(["frames", "a.gif"] + words)
        #expect(outcome.status == 64)
        #expect(!outcome.errors.isEmpty)
    }

    @Test func `a format without animations is refused with those that have some`() async throws {
        let outcome = try await Tool().run("frames", "a.gif", "-o", "out.heic")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors.contains("heic has no animations; apng, avif, gif, jxl and webp have."))
    }

    @Test func `a source that fails leaves no animation`() async throws {
        let folder = try Folder()
        let a = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(
            "frames", a, folder("none.png"), "-o", folder("film.gif"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("none.png: load: "))
        #expect(try folder.names() == ["a.png"])
    }
}
