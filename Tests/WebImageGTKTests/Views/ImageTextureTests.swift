#if GTK

    import CGTK4
    import Testing
    import WebImage
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting

    extension GTKTests {
        struct ImageTextureTests {
            /// Returns the pixels of a texture as GDK reads them, of 8 bits a sample.
            func pixels(of texture: ImageTexture) -> Bitmap {
                var copy = Bitmap(size: texture.size)
                let stride = copy.bytesPerRow
                copy.withUnsafeMutableRows {
                    gdk_texture_download(texture.pointer, $0, gsize(stride))
                }
                return copy
            }

            @Test(arguments: [PixelSize(1, 1), PixelSize(33, 7), PixelSize(1024, 3)])
            @GTKActor func `a texture has the pixels of its bitmap`(size: PixelSize) throws {
                let bitmap = Scene.transparency(size: size)
                let texture = try #require(ImageTexture(bitmap))
                #expect(gdk_texture_get_width(texture.pointer) == gint(size.width))
                #expect(pixels(of: texture) == bitmap)
            }

            @Test @GTKActor func `a bitmap that is changed later leaves its texture alone`() throws
            {
                var bitmap = TestPicture.plain(PixelSize(4, 4), SIMD4(1, 2, 3, 255))
                let texture = try #require(ImageTexture(bitmap))
                bitmap[0, 0] = SIMD4(9, 9, 9, 255)
                #expect(pixels(of: texture)[0, 0] == SIMD4(1, 2, 3, 255))
                #expect(bitmap[0, 0] == SIMD4(9, 9, 9, 255))
            }

            @Test(arguments: [SampleFormat.bgra8, .rgba16])
            @GTKActor func `a texture reads the memory of its bitmap, not a copy`(
                format: SampleFormat
            ) throws {
                let color = SIMD4<UInt8>(1, 2, 3, 255)
                let bitmap = TestPicture.plain(PixelSize(16, 4), color).converted(to: format)
                let texture = try #require(ImageTexture(bitmap))
                // Breaks the rule that shared memory is never written, to see which memory is read:
                // blue of 8 bits, or red of 16.
                bitmap.withUnsafeRows { rows in
                    for at in 0..<(bitmap.sampleFormat == .bgra8 ? 1 : 2) {
                        UnsafeMutablePointer(mutating: rows)[at] = 77
                    }
                }
                let changed: SIMD4<UInt8> =
                    format == .bgra8 ? SIMD4(77, 2, 3, 255) : SIMD4(1, 2, 77, 255)
                #expect(pixels(of: texture)[0, 0] == changed)
                #expect(pixels(of: texture)[1, 0] == color)
            }

            @Test(arguments: SampleFormat.allCases)
            @GTKActor func `the memory is released with the last reference of GDK`(
                format: SampleFormat
            ) throws {
                let before = ImageTexture.liveCount
                var texture = ImageTexture(Bitmap(size: PixelSize(8, 8), as: format))
                let pointer = try #require(texture?.pointer)
                g_object_ref(UnsafeMutableRawPointer(pointer))
                texture = nil
                #expect(ImageTexture.liveCount == before + 1)
                g_object_unref(UnsafeMutableRawPointer(pointer))
                #expect(ImageTexture.liveCount == before)
            }
        }

        struct DeepTextureTests {
            private let size = PixelSize(33, 7)

            /// Returns a picture of 16 bits a sample, of which 8 are not enough.
            private func deep(isOpaque: Bool) -> Bitmap {
                var bitmap = Bitmap(size: size, as: .rgba16, isOpaque: isOpaque)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let alpha = isOpaque ? 65535 : 65535 - x * 2000
                        bitmap[deep: x, y] = SIMD4(
                            UInt16(x * 1985 + y), UInt16(y * 9001 + x), UInt16(65535 - x * 3),
                            UInt16(alpha))
                    }
                }
                return bitmap
            }

            /// Returns light up to 8 times white, and some outside of sRGB.
            private func light(isOpaque: Bool) -> Bitmap {
                var bitmap = Bitmap(size: size, as: .rgbaHalf, isOpaque: isOpaque)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let alpha = isOpaque ? 1 : Float(y + 1) / 8
                        bitmap[light: x, y] = SIMD4(
                            Float(x) / 4, Float(y) / 8, x == 3 ? -0.25 : Float(x + y) / 64, alpha)
                    }
                }
                bitmap.headroom = 8
                return bitmap
            }

            /// Returns 16-bit red, green, blue and alpha as 8-bit blue, green, red and alpha,
            /// multiplied by alpha.
            private func premultiplied(_ pixel: SIMD4<UInt16>) -> SIMD4<Double> {
                let (color, alpha) = (SIMD4<Double>(pixel) / 257, Double(pixel.w) / 65535)
                return SIMD4(color.z * alpha, color.y * alpha, color.x * alpha, color.w)
            }

            @Test(arguments: [false, true])
            @GTKActor func `GDK reads all 16 bits of a sample`(isOpaque: Bool) throws {
                let bitmap = deep(isOpaque: isOpaque)
                let texture = try #require(ImageTexture(bitmap))
                // Before GTK 4.10 only the writers of files tell more than 8 bits.
                let file = try #require(gdk_texture_save_to_png_bytes(texture.pointer))
                defer { g_bytes_unref(file) }
                var count = gsize(0)
                let data = g_bytes_get_data(file, &count)
                let bytes = UnsafeRawBufferPointer(start: data, count: Int(count)).bytes
                var options = DecodeOptions()
                options.pixelDepth = .asStored
                let copy = try CodecList.installed.decoder(for: .png)
                    .decode(bytes, options: options).bitmap
                #expect(copy.sampleFormat == .rgba16 && copy.size == size)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        #expect(copy[deep: x, y] == bitmap[deep: x, y])
                    }
                }
            }

            @Test(arguments: [false, true])
            @GTKActor func `16 bits are reduced to the nearest of 8`(isOpaque: Bool) throws {
                let bitmap = deep(isOpaque: isOpaque)
                let texture = try #require(ImageTexture(bitmap))
                let copy = ImageTextureTests().pixels(of: texture)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let exact = premultiplied(bitmap[deep: x, y])
                        let error = SIMD4<Double>(copy[x, y]) - exact
                        #expect(error.max() < 0.51 && error.min() > -0.51, "(\(x), \(y))")
                    }
                }
            }

            @Test(arguments: [false, true])
            @GTKActor func `light stays, or is mapped where GDK knows sRGB only`(isOpaque: Bool)
                throws
            {
                let bitmap = light(isOpaque: isOpaque)
                let texture = try #require(ImageTexture(bitmap))
                var floats = [Float](repeating: 0, count: size.width * size.height * 4)
                let isLight = cgtk_read_light(texture.pointer, &floats, gsize(size.width * 16)) != 0
                #expect(isLight == (cgtk_has_light_textures() != 0))
                guard isLight else {
                    let copy = ImageTextureTests().pixels(of: texture)
                    #expect(copy == bitmap.converted(to: .bgra8))
                    // The brightest light is white, and white is darker.
                    #expect(copy[32, 6].z == copy[32, 6].w)
                    #expect(copy[4, 6].z < copy[4, 6].w)
                    return
                }
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let at = (y * size.width + x) * 4
                        let pixel = SIMD4(
                            floats[at], floats[at + 1], floats[at + 2], floats[at + 3])
                        #expect(pixel == bitmap[light: x, y])
                    }
                }
            }

            @Test(arguments: SampleFormat.allCases)
            @GTKActor func `a view draws bitmaps of any format`(format: SampleFormat) async {
                let color = SIMD4<UInt8>(40, 180, 220, 255)
                let bitmap = TestPicture.plain(PixelSize(200, 150), color).converted(to: format)
                #expect(bitmap.sampleFormat == format && bitmap.isOpaque)
                let open = OpenView(ViewOrigin(isFrozen: true).pipeline)
                #expect(await open.ready())
                open.view.load(
                    ViewOrigin.url("200x150-1"), placeholder: DecodedImage(poster: bitmap))
                #expect(await until { open.view.texture != nil })
                await open.window.frames()
                let drawn = SIMD4<Int16>(truncatingIfNeeded: await open.center ?? .zero)
                let error = drawn &- SIMD4<Int16>(truncatingIfNeeded: color)
                #expect(error.max() <= 1 && error.min() >= -1, "\(drawn)")
                open.window.close()
            }
        }
    }

#endif
