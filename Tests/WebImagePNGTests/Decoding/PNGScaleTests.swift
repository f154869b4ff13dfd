#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGScaleTests {
        @Test(arguments: [(300, 200, 75), (211, 300, 50), (256, 130, 100), (64, 64, 1)])
        func `it looks as if it were decoded whole and scaled`(
            width: Int, height: Int, side: Int
        ) throws {
            let size = PixelSize(width: width, height: height)
            for picture in [Scene.photograph(size: size), Scene.transparency(size: size)] {
                let bytes = try encode(picture, EncodeSettings(effort: 1))
                let options = shown(side, side)
                let target = options.downsampling.scaledSize(of: size)
                let scaled = try decode(bytes, options).bitmap
                #expect(scaled.size == target && scaled.isOpaque == picture.isOpaque)
                let comparison = ImageComparison(scaled, picture.resampled(to: target))
                #expect(comparison.ssim >= 0.98 && comparison.mean <= 2)
            }
        }

        @Test(arguments: [(320, 240), (40, 0), (0, 33), (60, 200)])
        func `it is never smaller than it is shown, whichever way it is turned`(
            width: Int, height: Int
        ) throws {
            for orientation in Orientation.allCases {
                let bytes = try encode(scene(90, 130), EncodeSettings(effort: 1)).inserting(
                    chunk("eXIf", exif(orientation: UInt8(orientation.rawValue))),
                    beforeEnd: orientation.rawValue % 2 == 0)
                let options = shown(width, height)
                let output = try decode(bytes, options)
                let upright = orientation.upright(output.bitmap.size)
                let target = options.downsampling.scaledSize(of: output.metadata.size)
                #expect(upright.width >= target.width && upright.height >= target.height)
                #expect(output.bitmap.size.width <= 90 && output.bitmap.size.height <= 130)
            }
        }

        @Test func `a portrait reduced for both ways still looks right`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 210, height: 280))
            let target = PixelSize(width: 45, height: 60)
            let scaled = try decode(encode(picture, EncodeSettings(effort: 1)), shown(80, 60))
            #expect(scaled.bitmap.size == PixelSize(width: 60, height: 80))
            let comparison = ImageComparison(
                scaled.bitmap.resampled(to: target), picture.resampled(to: target))
            #expect(comparison.ssim >= 0.98 && comparison.mean <= 2)
        }

        @Test func `a budget of bytes reduces too`() throws {
            let options = DecodeOptions(downsampling: Downsampling(maxBytes: 40 * 40 * 4))
            let output = try decode(encode(scene(80, 80)), options)
            #expect(output.bitmap.size == PixelSize(width: 40, height: 40))
            #expect(output.metadata.size == PixelSize(width: 80, height: 80))
        }

        @Test func `a reduced picture may pass limits that the whole one does not`() throws {
            let bytes = try encode(scene(400, 400))
            let limits = DecodeLimits(maxBytes: 400 * 400)
            var options = shown(20, 20)
            options.limits = limits
            #expect(throws: Never.self) { try decode(bytes, options) }
            for attempt in [
                { _ = try decode(bytes, DecodeOptions(limits: limits)) },
                {
                    options.limits.maxBytes = 10_000
                    _ = try decode(bytes, options)
                },
            ] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test func `an interlaced picture keeps its size`() throws {
            let picture = scene(60, 40)
            let bytes = try encode(picture, EncodeSettings(isProgressive: true))
            #expect(try decode(bytes, shown(10, 10)).bitmap == picture)
        }
    }

    /// Returns options with a target box.
    func shown(_ width: Int, _ height: Int) -> DecodeOptions {
        DecodeOptions(downsampling: Downsampling(box: PixelSize(width: width, height: height)))
    }
#endif
