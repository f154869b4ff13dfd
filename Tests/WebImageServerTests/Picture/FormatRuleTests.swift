#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The format of a file.
    struct FormatRuleTests {
        private static let all: Set<ImageFormat> = [.jpeg, .png, .gif, .webp, .avif, .jxl, .bmp]

        private func image(
            side: Int = 100, hasAlpha: Bool = false, isAnimated: Bool = false
        ) -> DecodedImage {
            let bitmap = Bitmap(size: PixelSize(width: side, height: side), isOpaque: !hasAlpha)
            let frame = ImageFrame(bitmap: bitmap, duration: .milliseconds(100))
            return DecodedImage(frames: isAnimated ? [frame, frame] : [frame])
        }

        private static func plan(_ change: (inout ImagePlan) -> Void) -> ImagePlan {
            var plan = ImagePlan(source: "http://a/")
            change(&plan)
            return plan
        }

        private func rule(
            asked: ImageFormat? = nil, accept: String? = nil, encodable: Set<ImageFormat> = all,
            plan: ImagePlan = ImagePlan(source: "http://a/"),
            _ settings: (inout EncodingSettings) -> Void = { _ in }
        ) -> FileRule {
            var encoding = EncodingSettings()
            var plan = plan
            plan.encoding.format = asked
            settings(&encoding)
            return FileRule(plan, accept: accept, encoding, encodable: encodable)
        }

        @Test(
            arguments: [
                (nil, "image/avif", .avif), ("webp", "image/avif", .webp),
                (nil, "image/webp, image/avif;q=0.5", .webp), (nil, "image/webp;q=0", .jpeg),
                (nil, nil, .jpeg), (nil, "*/*", .jpeg),
            ] as [(String?, String?, ImageFormat)])
        func `the address chooses, else the client among those that are on`(
            asked: String?, accept: String?, expected: ImageFormat
        ) {
            let rule = rule(asked: asked.map { ImageFormat(rawValue: $0) }, accept: accept) {
                $0.automatic = [.avif, .webp]
            }
            #expect(rule.format(of: image(), .jpeg) == expected)
        }

        @Test func `an enforced format counts before the address`() {
            let rule = rule(asked: .png, accept: "image/webp, image/avif") {
                ($0.automatic, $0.enforced) = ([.avif], [.webp])
            }
            #expect(rule.format(of: image(), .jpeg) == .webp)
            let other = self.rule(asked: .png, accept: "image/avif") { $0.enforced = [.webp] }
            #expect(other.format(of: image(), .jpeg) == .png)
        }

        @Test func `a format that cannot be written is not chosen`() {
            let rule = rule(accept: "image/avif, image/webp", encodable: [.webp, .jpeg]) {
                $0.automatic = [.avif, .webp]
            }
            #expect(rule.format(of: image(), .jpeg) == .webp)
        }

        @Test func `an animation stays one`() {
            let accept = "image/avif, image/jxl, image/webp"
            let rule = rule(accept: accept) { $0.automatic = [.avif, .jxl, .webp] }
            #expect(rule.format(of: image(isAnimated: true), .gif) == .webp)
            let kept = self.rule(accept: accept) {
                ($0.automatic, $0.convertsAnimations) = ([.webp], false)
            }
            #expect(kept.format(of: image(isAnimated: true), .gif) == .gif)
            #expect(kept.format(of: image(), .gif) == .webp)
            #expect(self.rule().format(of: image(isAnimated: true), .heic) == .gif)
        }

        @Test func `AVIF that nobody asked for has a bound of pixels`() {
            let change = { (settings: inout EncodingSettings) in
                (settings.automatic, settings.mostAutomaticAVIFPixels) = ([.avif], 10_000)
            }
            let rule = rule(accept: "image/avif", change)
            #expect(rule.format(of: image(side: 100), .png) == .avif)
            #expect(rule.format(of: image(side: 101), .png) == .png)
            #expect(self.rule(asked: .avif, change).format(of: image(side: 101), .png) == .avif)
        }

        @Test func `a picture with a side too short for AVIF is JPEG, or PNG with alpha`() {
            let change = { (settings: inout EncodingSettings) in settings.leastAVIFSide = 16 }
            let rule = rule(asked: .avif, change)
            #expect(rule.format(of: image(side: 16), .png) == .avif)
            #expect(rule.format(of: image(side: 15), .png) == .jpeg)
            #expect(rule.format(of: image(side: 15, hasAlpha: true), .png) == .png)
            #expect(
                self.rule(asked: .webp, change).format(of: image(side: 15), .png) == .webp)
        }

        @Test func `without a choice the format is the source's, if it is a preferred one`() {
            let rule = rule()
            #expect(rule.format(of: image(), .gif) == .gif)
            #expect(rule.format(of: image(), .tiff) == .jpeg)
            #expect(rule.format(of: image(hasAlpha: true), .tiff) == .png)
            #expect(rule.format(of: image(), nil) == .jpeg)
            let bitmaps = self.rule { $0.preferred = [.bmp, .jpeg] }
            #expect(bitmaps.format(of: image(), .tiff) == .bmp)
            #expect(bitmaps.format(of: image(hasAlpha: true), .tiff) == .bmp)
        }

        @Test func `an opaque PNG becomes JPEG if the settings say so`() {
            let rule = rule { $0.makesOpaquePNGToJPEG = true }
            #expect(rule.format(of: image(), .png) == .jpeg)
            #expect(rule.format(of: image(hasAlpha: true), .png) == .png)
            let extended = self.rule(plan: Self.plan { $0.sizing.padding.top = 1 }) {
                $0.makesOpaquePNGToJPEG = true
            }
            #expect(extended.format(of: image(), .png) == .png)
            let covered = self.rule(
                plan: Self.plan { $0.background = RGBAColor(red: 1, green: 2, blue: 3) })
            #expect(covered.format(of: image(hasAlpha: true), .tiff) == .jpeg)
        }

        @Test(
            arguments: [
                (.svg, nil, false, true), (.svg, .svg, false, true), (.svg, .png, false, false),
                (.svg, nil, true, false), (.svg, .svg, true, true), (.gif, nil, false, true),
                (.gif, .gif, false, true), (.gif, .png, false, false), (.png, nil, false, false),
                (nil, nil, false, false),
            ] as [(ImageFormat?, ImageFormat?, Bool, Bool)])
        func `a source passes if no other format is asked for`(
            source: ImageFormat?, asked: ImageFormat?, rasterizes: Bool, passes: Bool
        ) {
            let rule = rule(asked: asked, plan: Self.plan { $0.encoding.skippedFormats = [.gif] }) {
                $0.rasterizesSVG = rasterizes
            }
            #expect(rule.passes(source) == passes)
        }

        @Test func `the formats that may be chosen have those of each branch`() {
            #expect(rule(asked: .webp).possible == [.webp, .jpeg, .png])
            #expect(rule().possible == [.jpeg, .png, .gif])
            let rule = rule(accept: "image/avif") { $0.automatic = [.avif, .webp] }
            #expect(rule.possible == [.avif, .jpeg, .png, .gif])
        }

        @Test func `all that the choice depends on is in its spelling`() {
            let spellings = [
                rule(), rule(asked: .png), rule(accept: "image/avif") { $0.automatic = [.avif] },
                rule(accept: "image/avif") { $0.enforced = [.avif] },
                rule { $0.preferred = [.png] }, rule { $0.skipped = [.gif] },
                rule { $0.rasterizesSVG = true }, rule { $0.sanitizesSVG = false },
                rule { $0.convertsAnimations = false }, rule { $0.makesOpaquePNGToJPEG = true },
                rule { $0.mostAutomaticAVIFPixels = 1 }, rule { $0.leastAVIFSide = 1 },
                rule(plan: Self.plan { $0.sizing.padding.top = 1 }),
                rule(plan: Self.plan { $0.background = RGBAColor(red: 1, green: 2, blue: 3) }),
            ].map(\.spelling)
            #expect(Set(spellings).count == spellings.count)
        }
    }
#endif
