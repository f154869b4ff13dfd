#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A PNG file that is being written; owns a C handle.
    struct PNGWriter: ~Copyable {
        private let handle: OpaquePointer

        init() throws(CodecError) {
            guard let handle = cpng_writer_open() else {
                throw .encoding(.png, "not enough memory for an encoder")
            }
            self.handle = handle
        }

        deinit {
            cpng_writer_close(handle)
        }

        /// Begins an image; returns the number of passes, in each of which all rows are written.
        func start(
            _ bitmap: Bitmap, _ layout: CPNGLayout, _ palette: PNGPalette?,
            _ settings: EncodeSettings
        ) throws(CodecError) -> Int {
            var picture = CPNGPicture()
            picture.width = UInt32(clamping: bitmap.size.width)
            picture.height = UInt32(clamping: bitmap.size.height)
            picture.layout = layout
            picture.is_deep = settings.storedFormat(of: bitmap) != .bgra8
            picture.state(settings, of: bitmap)
            picture.is_interlaced = settings.isProgressive
            let effort = settings.effort ?? 6
            picture.level = Int32(min(effort, 9))
            picture.filters_simply = effort < 3
            if let density = settings.embedded.density {
                picture.density_x = Self.perMetre(density.x)
                picture.density_y = Self.perMetre(density.y)
            }
            let exif = settings.embedded.exif ?? []
            let profile = settings.embedded.profile ?? []
            let entries = palette?.entries ?? []
            picture.profile_count = UInt32(clamping: profile.count)
            picture.exif_count = UInt32(clamping: exif.count)
            picture.palette_count = Int32(entries.count / 4)
            var passes: Int32 = 1
            let isStarted = exif.withUnsafeBufferPointer { exif in
                entries.withUnsafeBufferPointer { entries in
                    profile.withUnsafeBufferPointer { profile in
                        picture.exif = exif.baseAddress
                        picture.palette = entries.baseAddress
                        picture.profile = profile.baseAddress
                        return cpng_writer_start(handle, &picture, &passes)
                    }
                }
            }
            guard isStarted else { throw error }
            return Int(passes)
        }

        /// Returns pixels per metre for pixels per inch; 0 if `pHYs` cannot represent it.
        private static func perMetre(_ density: Double) -> UInt32 {
            let number = (density / 0.0254).rounded()
            return number >= 1 && number < 0x7FFF_FFFF ? UInt32(number) : 0
        }

        func write(_ rows: UnsafePointer<UInt8>, stride: Int, count: Int) throws(CodecError) {
            guard cpng_writer_rows(handle, rows, stride, UInt32(count)) else { throw error }
        }

        /// Returns the complete file; nothing can be written afterwards.
        func finish() throws(CodecError) -> ByteBlock {
            var count = 0
            guard let bytes = cpng_writer_finish(handle, &count) else { throw error }
            return ByteBlock(owning: bytes, count: count, free: { free($0) })
        }

        private var error: CodecError {
            .encoding(.png, String(cString: cpng_writer_message(handle)))
        }
    }

    extension CPNGPicture {
        /// Sets the bits of deep samples that count, and the colours of PQ or HLG, if the settings
        /// have them for the samples of a bitmap.
        fileprivate mutating func state(_ settings: EncodeSettings, of bitmap: Bitmap) {
            if is_deep, bitmap.significantBits < bitmap.sampleFormat.mostBits {
                significant_bits = UInt8(bitmap.significantBits)
            }
            guard let codePoints = settings.codePoints(of: bitmap) else { return }
            primaries = UInt8(codePoints.primaries.rawValue)
            curve = UInt8(codePoints.transfer.rawValue)
            greatest_light = Self.light(settings.contentLight?.maximum)
            mean_light = Self.light(settings.contentLight?.average)
        }

        /// Returns light in 0.0001 cd/m², at most what a number of a chunk holds.
        private static func light(_ luminance: Int?) -> UInt32 {
            UInt32(min(max(luminance ?? 0, 0), Int(Int32.max) / 10_000)) * 10_000
        }
    }

    extension EncodeSettings {
        /// Returns the colours that a file of the bitmap states by `cICP`; nil for others.
        func codePoints(of bitmap: Bitmap) -> ColorCodePoints? {
            bitmap.sampleFormat == .rgba16 ? codePoints : nil
        }
    }
#endif
