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

        @Test @GTKActor func `a bitmap that is changed later leaves its texture alone`() throws {
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

        @Test @GTKActor func `the pixels of a large picture are not copied`() throws {
            let bitmap = Scene.photograph(size: PixelSize(2000, 1000))
            let texture = try #require(ImageTexture(bitmap))
            var value = 0
            bitmap.withUnsafeRows { value = Int(bitPattern: $0) }
            // Both owners see one memory: a second reference makes a change copy it first.
            var changed = bitmap
            changed[0, 0] = SIMD4(0, 0, 0, 255)
            var other = 0
            changed.withUnsafeRows { other = Int(bitPattern: $0) }
            #expect(other != value)
            #expect(texture.size == bitmap.size)
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
