#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Files of half floats: round trips, profiles, scaling, limits, damage.
    struct TIFFLightFileTests {
        @Test(arguments: [nil, 1, 10], [1, 3, 4])
        func `nothing is lost at any alpha`(effort: Int?, samples: Int) throws {
            let light = Self.picture(PixelSize(width: 293, height: 131), samples: samples)
            let file = try TIFFEncoder().encode(light, settings: EncodeSettings(effort: effort))
            let output = try decode(file, .hdr)
            #expect(output.bitmap == light && output.color == .sRGB)
            #expect(output.bitmap.isOpaque == (samples < 4))
            #expect(output.bitmap.headroom > 30 && output.bitmap.headroom < 49)
            let color = file.withSpan { TIFFDecoder().color(of: $0) }
            let linear = ColorCodePoints(primaries: .bt709, transfer: .linear)
            #expect(color.profile == linear.profile)
        }

        @Test func `every half comes back`() throws {
            var light = Bitmap(
                size: PixelSize(width: 256, height: 248), as: .rgbaHalf, isOpaque: true)
            light.withMutableDeepRows { rows in
                for at in 0..<256 * 248 {
                    // All numbers of both signs; infinity and NaN are none.
                    let half = UInt16(at / 2) | (at % 2 == 0 ? 0 : 0x8000)
                    for (channel, sample) in [half, 0, half ^ 0x8000, 0x3C00].enumerated() {
                        rows[at * 4 + channel] = sample
                    }
                }
            }
            let file = try TIFFEncoder().encode(light, settings: EncodeSettings())
            #expect(try decode(file, .hdr).bitmap == light)
        }

        @Test func `a profile of linear light in the settings is kept`() throws {
            let light = Self.picture(PixelSize(width: 20, height: 20), samples: 3)
            let wide = ColorCodePoints(primaries: .bt2020, transfer: .linear)
            var settings = EncodeSettings()
            settings.embedded.profile = wide.profile?.array
            let file = try TIFFEncoder().encode(light, settings: settings)
            #expect(file.withSpan { TIFFDecoder().color(of: $0) }.profile == wide.profile)
            // The samples were those of BT.2020.
            let (stored, shown) = (light[light: 3, 4], try decode(file, .hdr).bitmap[light: 3, 4])
            let red = 1.6605 * stored.x - 0.5876 * stored.y - 0.0728 * stored.z
            #expect(abs(shown.x - red) < 0.01 * max(abs(red), 1))
            let curved = ColorCodePoints(primaries: .p3, transfer: .sRGB)
            settings.embedded.profile = curved.profile?.array
            let other = try TIFFEncoder().encode(light, settings: settings)
            #expect(try decode(other, .hdr).bitmap == light)
        }

        @Test(arguments: [1, 3, 4], [false, true])
        func `a small picture is scaled while it is decoded`(samples: Int, stretches: Bool) throws {
            let size = PixelSize(width: 413, height: 307)
            let picture = Self.picture(size, samples: samples)
            let file = try TIFFEncoder().encode(picture, settings: EncodeSettings(effort: 1))
            var options = DecodeOptions.hdr
            options.downsampling = Downsampling(
                box: stretches
                    ? PixelSize(width: 37, height: 90) : PixelSize(width: 100, height: 75),
                fit: stretches ? .stretch : .fit)
            let small = try decode(file, options).bitmap
            let target = options.downsampling.scaledSize(of: size)
            let whole = picture.resampled(to: target)
            #expect(small.size == target && small.sampleFormat == .rgbaHalf)
            #expect(small.isOpaque == (samples < 4) && small.significantBits == 16)
            #expect(try small.headroom == decode(file, .hdr).bitmap.headroom)
            for y in 0..<target.height {
                for x in 0..<target.width {
                    let (one, other) = (small[light: x, y], whole[light: x, y])
                    let isNear = (0..<4).allSatisfy {
                        abs(one[$0] - other[$0]) <= 0.002 * max(abs(other[$0]), 1)
                    }
                    #expect(isNear, "\(one) \(other)")
                }
            }
        }

        @Test func `who does not ask for light gets samples`() throws {
            let light = Self.picture(PixelSize(width: 30, height: 9), samples: 4)
            let file = try TIFFEncoder().encode(light, settings: EncodeSettings())
            let deep = try decode(file, .deep).bitmap
            #expect(deep.sampleFormat == .rgba16 && deep.colorSpace == .embedded)
            let pixel = light[light: 8, 7]
            for channel in 0..<4 {
                let level = TIFFDeepTests.level(Double(pixel[channel]))
                #expect(deep[deep: 8, 7][channel] == level)
            }
            #expect(try decode(file).bitmap.sampleFormat == .bgra8)
        }

        @Test func `8 bytes of a pixel count, and floats of a row`() throws {
            let light = Bitmap(
                size: PixelSize(width: 1000, height: 1000), as: .rgbaHalf, isOpaque: true)
            let bytes = try TIFFEncoder().encode(light, settings: EncodeSettings())
            var options = DecodeOptions.hdr
            options.limits = DecodeLimits(maxBytes: 7_999_999)
            let error = #expect(throws: CodecError.self) { try decode(bytes, options) }
            if case .limit? = error {} else { Issue.record("\(String(describing: error))") }
            options.pixelDepth = .eight
            _ = try decode(bytes, options)
            let demands = try [DecodeOptions(), .deep, .hdr].map { options in
                try #require(
                    bytes.withSpan { TIFFDecoder().memoryDemand(of: $0, options: options) })
            }
            #expect(demands.map(\.sampleFormat) == [.bgra8, .rgba16, .rgbaHalf])
            #expect(demands[2].byteCount > demands[1].byteCount)
            #expect(demands[2].byteCount - demands[1].byteCount < 100_000)
        }

        @Test func `a file cut short is refused, changed bytes never trap`() throws {
            let file = try TIFFEncoder().encode(
                Self.picture(PixelSize(width: 19, height: 17), samples: 4),
                settings: EncodeSettings(effort: 1))
            let bytes = file.array
            for length in stride(from: 0, to: bytes.count - 1000, by: 37) {
                #expect(throws: CodecError.self) { try decode(Array(bytes[..<length]), .hdr) }
            }
            var options = DecodeOptions.hdr
            options.limits = DecodeLimits(maxPixels: 100_000, maxBytes: 4 << 20)
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
                if place % 3 == 0 { damaged[place] = 0xFF }
                _ = try? decode(damaged, options)
            }
        }

        /// Returns a picture with light from -2 to 40 and every alpha.
        private static func picture(_ size: PixelSize, samples: Int) -> Bitmap {
            var bitmap = Bitmap(size: size, as: .rgbaHalf, isOpaque: samples < 4)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let red = Float((x * 223 + y * y * 31) % 4200) / 100 - 2
                    let color =
                        samples == 1
                        ? SIMD3(repeating: red)
                        : SIMD3(red, Float(x * 7 % 61) / 61, Float(y) / Float(size.height))
                    let alpha = Float(min((x + y * size.width) % 1100, 1024)) / 1024
                    bitmap[light: x, y] = SIMD4(color, samples == 4 ? alpha : 1)
                }
            }
            return bitmap
        }
    }
#endif
