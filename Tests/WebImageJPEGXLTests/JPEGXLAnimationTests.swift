#if JPEGXL
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLAnimationTests {
        private func frames(
            _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
        ) throws -> any FrameProvider {
            try #require(try JPEGXLDecoder().frames(of: EncodedImage(file), options: options))
        }

        @Test(arguments: [0, 1, 3])
        func `frames, durations and loops come back`(loops: Int) throws {
            let (file, pictures) = try animation(5, loopCount: loops)
            let provider = try frames(file)
            #expect(provider.count == 5)
            #expect(provider.loopCount == loops)
            #expect(provider.rawDurations == (20..<25).map { .milliseconds($0) })
            #expect(provider.size == pictures[0].size)
            for index in pictures.indices {
                #expect(try provider.frame(at: index).bitmap == pictures[index])
            }
            let header = try metadata(file)
            #expect(header.frameCount == 5)
            #expect(header.durations == provider.rawDurations)
            #expect(header.loopCount == loops)
        }

        @Test(arguments: [
            [4, 3, 2, 1, 0], [2, 2, 0, 4, 4, 1], [0, 3, 1, 2, 4, 0], [4, 0, 4, 0],
        ])
        func `random access shows what forward play shows`(order: [Int]) throws {
            let (file, pictures) = try animation(5)
            let provider = try frames(file)
            for index in order {
                #expect(try provider.frame(at: index).bitmap == pictures[index])
            }
        }

        @Test func `callers at once all get their frame`() async throws {
            let (file, pictures) = try animation(6)
            let provider = try frames(file)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<24 {
                    group.addTask {
                        try provider.frame(at: index % 6).bitmap == pictures[index % 6]
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }

        @Test func `frame 0 is what a decode returns, scaled too`() throws {
            let (file, _) = try animation(3, side: 200, isLossless: false)
            for options in [DecodeOptions(), options(box: 40)] {
                let output = try decode(file, options)
                #expect(try frames(file, options).frame(at: 0).bitmap == output.bitmap)
            }
        }

        @Test func `a still has no frames`() throws {
            let file = try encode(Scene.photograph(size: PixelSize(width: 20, height: 20)))
            let provider = try JPEGXLDecoder()
                .frames(of: EncodedImage(file), options: DecodeOptions())
            #expect(provider == nil)
        }

        @Test func `a frame of no time is shown as long as a player shows it, and stays`() throws {
            let pictures = (0..<3).map {
                Scene.noise(size: PixelSize(width: 8, height: 8), seed: UInt64($0))
            }
            let provider = ListedFrames(pictures, durations: [0, 0, 0].map { .milliseconds($0) })
            let file = try JPEGXLEncoder().encode(
                provider, settings: EncodeSettings(isLossless: true, effort: 1))
            let decoded = try frames(file)
            #expect(decoded.count == 3)
            #expect(decoded.durations == Array(repeating: .milliseconds(100), count: 3))
        }

        @Test func `frames beyond the limit are refused`() throws {
            let (file, _) = try animation(4, side: 8)
            let limits = DecodeLimits(maxFrames: 3)
            #expect(throws: CodecError.limit("4 frames, more than the 3 allowed")) {
                try metadata(file, limits)
            }
        }

        @Test func `a cut animation shows the frames that are there`() throws {
            let (file, pictures) = try animation(5)
            let cut = ByteBlock(copying: file.array.prefix(file.count * 6 / 10))
            #expect(try decode(cut).bitmap == pictures[0])
            let provider = try frames(cut)
            #expect(provider.count < 5)
            #expect(try provider.frame(at: 1).bitmap == pictures[1])
        }

        @Test func `an animation cut at any byte has the frames that are whole`() throws {
            let (file, pictures) = try animation(3, side: 8)
            var counts: Set<Int> = []
            for count in 0..<file.count {
                let cut = ByteBlock(copying: file.array[..<count])
                guard let found = try? metadata(cut, DecodeLimits()) else { continue }
                let options = DecodeOptions(allowsTruncatedData: true)
                let provider = try JPEGXLDecoder().frames(of: EncodedImage(cut), options: options)
                #expect(found.isTruncated && found.frameCount == provider?.count ?? 1, "\(count)")
                guard let provider else { continue }
                let last = provider.count - 1
                #expect(try provider.frame(at: last).bitmap == pictures[last], "\(count)")
                #expect(try decode(cut).metadata == found, "\(count)")
                counts.insert(provider.count)
            }
            #expect(counts == [2] || counts == [2, 3])
            #expect(try !metadata(file, DecodeLimits()).isTruncated)
        }

        @Test func `frames of different sizes are refused`() throws {
            let pictures = [8, 9].map {
                Scene.noise(size: PixelSize(width: $0, height: 8), seed: 1)
            }
            let provider = ListedFrames(pictures, durations: [50, 50].map { .milliseconds($0) })
            #expect(throws: CodecError.self) {
                try JPEGXLEncoder().encode(provider, settings: EncodeSettings(effort: 1))
            }
        }
    }
#endif
