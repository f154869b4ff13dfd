#if PNG
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// A frame of an animation made by a test.
    struct TestFrame {
        var bitmap: Bitmap
        var x = 0
        var y = 0
        var numerator: UInt16 = 50
        var denominator: UInt16 = 1000
        var disposal: UInt8 = 0
        var blend: UInt8 = 0

        var rect: PixelRect { PixelRect(x: x, y: y, size: bitmap.size) }
    }

    /// An animation of stored RGBA rows, assembled chunk by chunk.
    struct APNGBuilder {
        var canvas: PixelSize
        /// The bits of a sample, 8 or 16.
        var depth: UInt8 = 8
        var frames: [TestFrame]
        /// A default image that is no frame; `nil` if the first frame is the default image.
        var hidden: Bitmap?
        var plays: UInt32 = 0
        var announced: UInt32?
        var chunks: [UInt8] = []
        /// The number to write in place of a sequence number.
        var sequence: (UInt32) -> UInt32 = { $0 }

        var block: ByteBlock { ByteBlock(copying: bytes) }

        var bytes: [UInt8] {
            var number: UInt32 = 0
            func next() -> [UInt8] {
                defer { number += 1 }
                return big(sequence(number))
            }
            var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            result += chunk(
                "IHDR",
                big(UInt32(canvas.width)) + big(UInt32(canvas.height)) + [depth, 6, 0, 0, 0])
            result += chunks
            result += chunk("acTL", big(announced ?? UInt32(frames.count)) + big(plays))
            if let hidden { result += chunk("IDAT", stored(rows(of: hidden))) }
            for (index, frame) in frames.enumerated() {
                result += chunk("fcTL", next() + control(frame))
                if index == 0, hidden == nil {
                    result += chunk("IDAT", stored(rows(of: frame.bitmap)))
                } else {
                    // In two pieces, as encoders of large pictures write it.
                    let stream = stored(rows(of: frame.bitmap))
                    result += chunk("fdAT", next() + stream.prefix(7))
                    result += chunk("fdAT", next() + stream.dropFirst(7))
                }
            }
            return result + chunk("IEND", [])
        }

        private func control(_ frame: TestFrame) -> [UInt8] {
            let rect = [frame.bitmap.size.width, frame.bitmap.size.height, frame.x, frame.y]
            var body = rect.flatMap { big(UInt32(truncatingIfNeeded: $0)) }
            for number in [frame.numerator, frame.denominator] {
                body += [UInt8(number >> 8), UInt8(number & 255)]
            }
            return body + [frame.disposal, frame.blend]
        }

        private func rows(of bitmap: Bitmap) -> [UInt8] {
            var rows: [UInt8] = []
            for y in 0..<bitmap.size.height {
                rows.append(0)
                for x in 0..<bitmap.size.width {
                    let pixel = bitmap[x, y]
                    let straight =
                        [2, 1, 0].map { Convert.divide(pixel[$0], pixel[3]) } + [pixel[3]]
                    rows += straight.flatMap { Array(repeating: $0, count: Int(depth) / 8) }
                }
            }
            return rows
        }

        /// The composed frames by the rules of the standard, pixel by pixel.
        var composed: [Bitmap] {
            var (canvas, result) = (Bitmap(size: canvas), [Bitmap]())
            for (index, frame) in frames.enumerated() {
                let before = canvas
                for y in 0..<frame.bitmap.size.height {
                    for x in 0..<frame.bitmap.size.width {
                        let top = frame.bitmap[x, y]
                        var pixel = top
                        if frame.blend == 1 {
                            let below = canvas[frame.x + x, frame.y + y]
                            for channel in 0..<4 {
                                pixel[channel] += Convert.multiply(below[channel], 255 - top[3])
                            }
                        }
                        canvas[frame.x + x, frame.y + y] = pixel
                    }
                }
                result.append(canvas)
                if frame.disposal == 1 || frame.disposal == 2 && index == 0 {
                    canvas.fill(frame.rect, with: SIMD4(0, 0, 0, 0))
                } else if frame.disposal == 2 {
                    canvas = before
                }
            }
            return result
        }
    }

    /// Returns an animation of every disposal and blending on a canvas of 12 × 10.
    func animation(hidden: Bitmap? = nil) -> APNGBuilder {
        var frames = [TestFrame(bitmap: scene(12, 10), disposal: 2)]
        for disposal in UInt8(0)...2 {
            for blend in UInt8(0)...1 {
                let look: Look = blend == 0 ? .colorAlpha : .grayAlpha
                frames.append(
                    TestFrame(
                        bitmap: scene(5 + Int(disposal), 4 + Int(blend), look),
                        x: Int(disposal) * 2,
                        y: Int(blend) * 3, disposal: disposal, blend: blend))
                frames.append(
                    TestFrame(bitmap: scene(3, 3, .color), x: 4, y: 4, disposal: 0, blend: blend))
            }
        }
        frames.append(TestFrame(bitmap: scene(12, 10, .grayAlpha), disposal: 0, blend: 0))
        frames.append(TestFrame(bitmap: scene(2, 2), x: 10, y: 8, disposal: 1, blend: 1))
        if hidden != nil { frames[0] = TestFrame(bitmap: scene(6, 6), x: 3, y: 2, blend: 1) }
        return APNGBuilder(
            canvas: PixelSize(width: 12, height: 10), frames: frames, hidden: hidden, plays: 3)
    }

    func frames(
        of bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
    ) throws -> (any FrameProvider)? {
        try PNGDecoder().frames(of: EncodedImage(bytes), options: DecodeOptions(limits: limits))
    }
#endif
