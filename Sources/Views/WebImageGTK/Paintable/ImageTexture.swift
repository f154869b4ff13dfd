#if GTK

    import CGTK4
    import Synchronization
    public import WebImagePixels

    // Safe because a texture is immutable, and GDK counts its references atomically.
    /// A `GdkTexture` over the pixels of a bitmap, which are not copied unless GDK lacks their
    /// format.
    public final class ImageTexture: @unchecked Sendable {
        /// The `GdkTexture`, valid as long as this object.
        public let pointer: OpaquePointer
        /// The width and height in pixels.
        public let size: PixelSize

        /// The number of bitmaps that textures retain, in this process.
        package static var liveCount: Int { live.load(ordering: .relaxed) }
        private static let live = Atomic(0)

        /// Creates a texture; nil if a side is larger than GDK can count.
        ///
        /// Bitmaps of 16 bits a sample keep them. Light stays as it is with GTK 4.16 or later,
        /// which shows what is brighter than white on surfaces that have such light, and cuts it
        /// off on others; before, it is mapped to 8 bits a sample, as by `converted(to:)`.
        ///
        /// - Parameter bitmap: The pixels, in sRGB or linear light. The texture retains their
        ///   memory, and a later change of the bitmap copies it first.
        public init?(_ bitmap: Bitmap) {
            let isShown = bitmap.sampleFormat != .rgbaHalf || cgtk_has_light_textures() != 0
            let bitmap = isShown ? bitmap : bitmap.inEightBits
            guard let width = gint(exactly: bitmap.size.width),
                let height = gint(exactly: bitmap.size.height),
                let bytes = Self.bytes(of: bitmap)
            else { return nil }
            defer { g_bytes_unref(bytes) }
            let (format, stride) = (Self.format(of: bitmap), gsize(bitmap.bytesPerRow))
            let texture =
                bitmap.sampleFormat == .rgbaHalf
                ? cgtk_light_texture(width, height, format, bytes, stride)
                : gdk_memory_texture_new(width, height, format, bytes, stride)
            guard let texture else { return nil }
            pointer = texture
            size = bitmap.size
        }

        /// Returns the layout of the samples for GDK.
        ///
        /// Opaque pixels are the same multiplied by alpha, which GDK does before each upload.
        private static func format(of bitmap: Bitmap) -> GdkMemoryFormat {
            switch (bitmap.sampleFormat, bitmap.isOpaque) {
            case (.bgra8, _): GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
            case (.rgba16, true): GDK_MEMORY_R16G16B16A16_PREMULTIPLIED
            case (.rgba16, false): GDK_MEMORY_R16G16B16A16
            case (.rgbaHalf, true): GDK_MEMORY_R16G16B16A16_FLOAT_PREMULTIPLIED
            case (.rgbaHalf, false): GDK_MEMORY_R16G16B16A16_FLOAT
            }
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

        /// Keeps the memory of a bitmap.
        private final class Pixels {
            let bitmap: Bitmap

            init(_ bitmap: Bitmap) {
                self.bitmap = bitmap
                ImageTexture.live.wrappingAdd(1, ordering: .relaxed)
            }

            deinit { ImageTexture.live.wrappingSubtract(1, ordering: .relaxed) }
        }

        private static func bytes(of bitmap: Bitmap) -> OpaquePointer? {
            let pixels = Unmanaged.passRetained(Pixels(bitmap))
            // Safe because `pixels` retains the memory of the rows until GDK releases the bytes,
            // and shared memory is never written.
            return bitmap.withUnsafeRows { rows in
                g_bytes_new_with_free_func(
                    rows, gsize(bitmap.byteCount),
                    { if let data = $0 { Unmanaged<Pixels>.fromOpaque(data).release() } },
                    pixels.toOpaque())
            }
        }
    }

#endif
