#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Pixels of more than 8 bits, written and read.
    struct AVIFDeepTests {
        @Test(arguments: [10, 12])
        func `lossless keeps every sample at every alpha`(bits: Int) throws {
            let before = DeepPixels.every(bits: bits)
            let after = try deep(encode(before, EncodeSettings(isLossless: true, effort: 1)))
            #expect(after.bitmap == before && after.bitmap.significantBits == bits)
            #expect(after.color == .sRGB && after.metadata.hasAlpha)
        }

        @Test func `lossless rounds 16 bits to 12`() throws {
            var random = SplitMix(state: 7)
            let before = DeepPixels.bitmap(64, 48, bits: 16, isOpaque: true) { _, _ in
                SIMD4(random.next(), random.next(), random.next(), 65535)
            }
            let after = try deep(encode(before, EncodeSettings(isLossless: true, effort: 1))).bitmap
            #expect(after.isOpaque && after.significantBits == 12)
            for y in 0..<48 {
                for x in 0..<64 {
                    let (one, other) = (before[deep: x, y], after[deep: x, y])
                    for channel in 0..<4 {
                        #expect(other[channel] == DeepPixels.rounded(one[channel], to: 12))
                    }
                }
            }
        }

        @Test func `samples that have 8 bits are stored with 8`() throws {
            let before = DeepPixels.slope(40, 30, bits: 8, isOpaque: true)
            let file = try encode(before, EncodeSettings(isLossless: true))
            let after = try decode(file, DeepPixels.asStored).bitmap
            #expect(after == before.converted(to: .bgra8))
        }

        @Test(arguments: [(9, 10), (10, 10), (11, 12), (12, 12), (16, 12)])
        func `the file has 10 or 12 bits`(bits: Int, stored: Int) throws {
            let before = DeepPixels.slope(40, 30, bits: bits, isOpaque: true)
            #expect(try deep(encode(before)).bitmap.significantBits == stored)
        }

        @Test(arguments: [10, 12], [ChromaSubsampling.none, .horizontal, .both])
        func `lossy looks the same, alpha exact`(bits: Int, chroma: ChromaSubsampling) throws {
            let before = DeepPixels.slope(160, 120, bits: bits, isOpaque: false)
            let settings = EncodeSettings(quality: 95, effort: 1, chroma: chroma)
            let after = try deep(encode(before, settings)).bitmap
            #expect(DeepPixels.difference(before, after) < 0.02)
            for x in 0..<160 { #expect(before[deep: x, 60].w == after[deep: x, 60].w) }
            // Many more levels than 8 bits have.
            #expect(Set((0..<160).map { after[deep: $0, 60].x }).count > 120)
            let steps = (0..<160).map { after[deep: $0, 60].x }
            #expect(steps.contains { $0 != UInt16((Int($0) * 255 + 32767) / 65535 * 257) })
        }

        @Test func `frames have 8 bits`() throws {
            let deep = DeepPixels.slope(40, 30, bits: 12, isOpaque: true)
            let file = try AVIFEncoder().encode(
                ListedFrames([deep, deep]), settings: EncodeSettings(effort: 1))
            let first = try frames(file).frame(at: 0).bitmap
            let usual = deep.converted(to: .bgra8)
            #expect(ImageComparison(first, usual).mean < 4)
        }

        @Test func `a profile is embedded and read`() throws {
            let before = DeepPixels.slope(40, 30, bits: 10, isOpaque: true)
            let profile = ICCFile.displayP3.bytes
            var settings = EncodeSettings(effort: 1)
            settings.embedded.profile = profile
            let output = try deep(encode(before, settings))
            #expect(output.color == .profile(ByteBlock(copying: profile)))
            #expect(output.bitmap.colorSpace == .embedded)
        }

        @Test(arguments: [false, true], [20, 60, 99, 290])
        func `a scaled decode looks like a full one that is scaled`(
            isOpaque: Bool, side: Int
        ) throws {
            let file = try encode(DeepPixels.slope(301, 203, bits: 10, isOpaque: isOpaque))
            var options = DeepPixels.asStored
            options.downsampling = Downsampling(box: PixelSize(width: side, height: side))
            let full = try deep(file).bitmap
            let scaled = try decode(file, options).bitmap
            #expect(scaled.significantBits == 10 && scaled.isOpaque == isOpaque)
            let target = options.downsampling.scaledSize(of: full.size)
            let usual = full.resampled(to: target)
            #expect(DeepPixels.difference(usual, scaled) < 0.004)
        }

        @Test func `crop and rotation`() throws {
            let before = DeepPixels.slope(64, 48, bits: 12, isOpaque: false)
            let file = try encode(before, EncodeSettings(isLossless: true, effort: 1))
            let turned = try FileSurgery.property(FileSurgery.box("irot", [1]), in: file)
            #expect(try deep(turned).bitmap == before.oriented(.left))
            // 20 × 10 pixels, 4 right of the centre and 5 above it.
            let numbers: [UInt32] = [20, 1, 10, 1, 4, 1, .max - 4, 1]
            let aperture = FileSurgery.box("clap", numbers.flatMap { FileSurgery.big($0) })
            let place = PixelRect(x: 26, y: 14, size: PixelSize(width: 20, height: 10))
            let cropped = try deep(FileSurgery.property(aperture, in: file)).bitmap
            #expect(cropped == before.cropped(to: place))
        }

        @Test func `a grid with alpha of cells`() throws {
            func cell(_ samples: [Int]) throws -> (data: [UInt8], configuration: [UInt8]) {
                let pixel = samples.map { DeepPixels.sixteen($0, bits: 10) }
                let flat = DeepPixels.bitmap(64, 64, bits: 10, isOpaque: true) { _, _ in
                    SIMD4(pixel[0], pixel[1], pixel[2], 65535)
                }
                return try ItemFile.stream(
                    of: encode(flat, EncodeSettings(isLossless: true, effort: 1)))
            }
            let size = PixelSize(width: 64, height: 64)
            var file = try ItemFile.grid(
                2, 1, of: cell([1001, 2, 3]), claim: size,
                canvas: PixelSize(width: 128, height: 64))
            file.items[2] = try .init(claim: size, parts: [cell([5, 6, 999]).data])
            // Of alpha the first plane counts, which is green.
            for alpha in [777, 333] {
                let stream = try cell([1, alpha, 2]).data
                file.items.append(.init(claim: size, parts: [stream], isAlpha: true))
            }
            file.references += [("auxl", 4, [2]), ("auxl", 5, [3])]
            file.bits = 10
            let bitmap = try deep(file.file).bitmap
            #expect(bitmap.size == PixelSize(width: 128, height: 64))
            for (x, wanted) in [(20, [1001, 2, 3, 777]), (100, [5, 6, 999, 333])] {
                let pixel = bitmap[deep: x, 30]
                for channel in 0..<4 {
                    #expect(pixel[channel] == DeepPixels.sixteen(wanted[channel], bits: 10))
                }
            }
        }

        @Test func `a cancelled task gets no picture and no file`() async throws {
            let bitmap = DeepPixels.slope(40, 30, bits: 10, isOpaque: true)
            let file = try encode(bitmap)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(throws: CodecError.cancelled) { try deep(file) }
                #expect(throws: CodecError.cancelled) { try encode(bitmap) }
            }
            await task.value
        }

        private func deep(_ file: ByteBlock) throws(CodecError) -> DecodeOutput {
            let output = try decode(file, DeepPixels.asStored)
            #expect(output.bitmap.sampleFormat == .rgba16)
            return output
        }
    }
#endif
