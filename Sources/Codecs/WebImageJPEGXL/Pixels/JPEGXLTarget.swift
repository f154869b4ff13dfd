#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The destination of the pixels of one frame.
    final class JPEGXLTarget {
        private let plan: JPEGXLPlan
        /// The pixels at full size, as the library writes them or mapped; nil if they are averaged.
        private var bitmap: Bitmap?
        private var black: [UInt8] = []
        private let average: JPEGXLAverage?

        /// - Parameter isShownEarly: `true` for previews: the library may then write a pixel more
        ///   than once, which a sum does not allow.
        init(_ plan: JPEGXLPlan, isShownEarly: Bool) throws(CodecError) {
            self.plan = plan
            average = plan.isScaled && !isShownEarly ? try JPEGXLAverage(plan) : nil
            if average == nil {
                bitmap = try plan.emptyBitmap(plan.header.size)
            }
            if plan.header.black != nil {
                try CodecError.requireMemory(plan.header.size.area)
                black = Array(repeating: 255, count: plan.header.size.area)
            }
            // The library ends the process if the system refuses memory to it.
            try CodecError.requireMemory(plan.libraryByteCount)
        }

        /// Sets the library's output.
        ///
        /// - Precondition: This object outlives the frame's decoding.
        func attach(to stream: JPEGXLStream) throws(CodecError) {
            guard attachPixels(to: stream), attachBlack(to: stream) else {
                throw .damaged(.jxl, "libjxl rejects the output buffer")
            }
        }

        /// `true` if pixels are converted as they arrive, not in the bitmap.
        private var isConverted: Bool {
            if case .eight = plan.header.samples { false } else { true }
        }

        private func attachPixels(to stream: JPEGXLStream) -> Bool {
            var format = JxlPixelFormat(
                num_channels: 4, data_type: plan.header.samples.type,
                endianness: JXL_NATIVE_ENDIAN, align: 0)
            guard average == nil, !isConverted, var target = bitmap.take() else {
                let context = Unmanaged.passUnretained(self).toOpaque()
                let put: JxlImageOutCallback = { context, x, y, count, pixels in
                    guard let context, let pixels else { return }
                    Unmanaged<JPEGXLTarget>.fromOpaque(context).takeUnretainedValue()
                        .put(pixels, count: count, x: x, y: y)
                }
                return stream.jxl.JxlDecoderSetImageOutCallback(
                    stream.decoder, &format, put, context) == JXL_DEC_SUCCESS
            }
            // The row stride of the bitmap.
            format.align = target.bytesPerRow
            let count = target.byteCount
            // Safe because only this object holds the bitmap while the library writes to it;
            // previews get a copy.
            let rows = target.withUnsafeMutableRows { $0 }
            bitmap = target
            return stream.jxl.JxlDecoderSetImageOutBuffer(stream.decoder, &format, rows, count)
                == JXL_DEC_SUCCESS
        }

        /// Adds a run of pixels to the average, or converts it into the bitmap.
        private func put(_ pixels: UnsafeRawPointer, count: Int, x: Int, y: Int) {
            if let average { return average.add(pixels, count: count, x: x, y: y) }
            let (size, width) = (plan.header.size, plan.header.samples.format.bytesPerPixel)
            guard x >= 0, y >= 0, y < size.height, count > 0, count <= size.width - x,
                let stride = bitmap?.bytesPerRow
            else { return }
            bitmap?.withUnsafeMutableRows {
                plan.header.convert(pixels, into: $0 + y * stride + x * width, count: count)
            }
        }

        private func attachBlack(to stream: JPEGXLStream) -> Bool {
            guard let channel = plan.header.black else { return true }
            var format = JxlPixelFormat(
                num_channels: 1, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
            // Safe because only this object holds the array, and its size never changes.
            return black.withUnsafeMutableBufferPointer {
                stream.jxl.JxlDecoderSetExtraChannelBuffer(
                    stream.decoder, &format, $0.baseAddress, $0.count, channel)
            } == JXL_DEC_SUCCESS
        }

        /// Returns the current image in our pixel format and the planned size.
        ///
        /// - Parameter isFinal: `true` if the library is done writing; then nothing is copied.
        func picture(isFinal: Bool) throws(CodecError) -> Bitmap {
            var bitmap = try currentPicture(isFinal: isFinal)
            bitmap.measureHeadroom()
            return bitmap
        }

        private func currentPicture(isFinal: Bool) throws(CodecError) -> Bitmap {
            if let average { return try average.bitmap() }
            guard let written = isFinal ? bitmap.take() : bitmap else {
                return try plan.emptyBitmap()
            }
            return plan.isScaled ? try averaged(written) : try converted(written)
        }

        private func converted(_ written: consuming Bitmap) throws(CodecError) -> Bitmap {
            var result = written
            try result.makeUnique()
            let (size, stride, header) = (result.size, result.bytesPerRow, plan.header)
            guard !isConverted else { return result }
            result.withUnsafeMutableRows { rows in
                for y in 0..<size.height {
                    let row = rows + y * stride
                    guard header.black != nil else {
                        header.premultiply(row, into: row, count: size.width)
                        continue
                    }
                    black.withUnsafeBufferPointer {
                        guard let black = $0.baseAddress else { return }
                        header.inks(row, black: black + y * size.width, count: size.width)
                    }
                }
            }
            return result
        }

        private func averaged(_ written: Bitmap) throws(CodecError) -> Bitmap {
            let average = try JPEGXLAverage(plan)
            written.withUnsafeRows { rows in
                for y in 0..<written.size.height {
                    let (row, count) = (rows + y * written.bytesPerRow, written.size.width)
                    if isConverted {
                        average.add(converted: row, count: count, x: 0, y: y)
                    } else {
                        average.add(row, count: count, x: 0, y: y)
                    }
                }
            }
            return try average.bitmap()
        }
    }
#endif
