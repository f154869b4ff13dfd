#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting

    extension GTKTests {
        struct ImageTextureTests {
            @Test(arguments: [PixelSize(1, 1), PixelSize(33, 7), PixelSize(1024, 3)])
            @GTKActor func `a texture has the pixels of its bitmap`(size: PixelSize) throws {
                let bitmap = Scene.transparency(size: size)
                let texture = try #require(ImageTexture(bitmap))
                #expect(gdk_texture_get_width(texture.pointer) == gint(size.width))
                var copy = Bitmap(size: size)
                let stride = copy.bytesPerRow
                copy.withUnsafeMutableRows {
                    gdk_texture_download(texture.pointer, $0, gsize(stride))
                }
                #expect(copy == bitmap)
            }

            @Test @GTKActor func `a bitmap that is changed later leaves its texture alone`() throws
            {
                var bitmap = TestPicture.plain(PixelSize(4, 4), SIMD4(1, 2, 3, 255))
                let texture = try #require(ImageTexture(bitmap))
                bitmap[0, 0] = SIMD4(9, 9, 9, 255)
                var copy = Bitmap(size: bitmap.size)
                let stride = copy.bytesPerRow
                copy.withUnsafeMutableRows {
                    gdk_texture_download(texture.pointer, $0, gsize(stride))
                }
                #expect(copy[0, 0] == SIMD4(1, 2, 3, 255))
                #expect(bitmap[0, 0] == SIMD4(9, 9, 9, 255))
            }

            @Test @GTKActor func `a texture reads the memory of its bitmap, not a copy`() throws {
                let bitmap = TestPicture.plain(PixelSize(16, 4), SIMD4(1, 2, 3, 255))
                let texture = try #require(ImageTexture(bitmap))
                // Breaks the rule that shared memory is never written, to see which memory is read.
                bitmap.withUnsafeRows { UnsafeMutablePointer(mutating: $0)[0] = 77 }
                var copy = Bitmap(size: bitmap.size)
                let stride = copy.bytesPerRow
                copy.withUnsafeMutableRows {
                    gdk_texture_download(texture.pointer, $0, gsize(stride))
                }
                #expect(copy[0, 0] == SIMD4(77, 2, 3, 255))
            }

            @Test @GTKActor func `the memory is released with the last reference of GDK`() throws {
                let before = ImageTexture.liveCount
                var texture = ImageTexture(Bitmap(size: PixelSize(8, 8)))
                let pointer = try #require(texture?.pointer)
                g_object_ref(UnsafeMutableRawPointer(pointer))
                texture = nil
                #expect(ImageTexture.liveCount == before + 1)
                g_object_unref(UnsafeMutableRawPointer(pointer))
                #expect(ImageTexture.liveCount == before)
            }
        }
    }

#endif
