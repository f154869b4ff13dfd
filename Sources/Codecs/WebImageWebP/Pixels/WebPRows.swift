#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// A still image that libwebp's incremental decoder decodes by rows into one bitmap.
    ///
    /// libwebp reads the bytes in place (`WebPIUpdate`). Its own buffer (`WebPIAppend`) is copied
    /// again for every 4 kB, which is quadratic in the size of a lossless file.
    final class WebPRows {
        let plan: WebPPlan
        /// The rows decoded so far, undefined from ``count`` on.
        private var bitmap: Bitmap
        /// The number of final rows.
        private(set) var count = 0
        /// `true` if all rows are final.
        private(set) var isComplete = false
        // The decoder retains the address of its options.
        private let config: UnsafeMutablePointer<WebPDecoderConfig>
        private let decoder: OpaquePointer

        /// Creates a decoder without input.
        ///
        /// - Throws: `CodecError` if memory is short.
        init(_ plan: WebPPlan) throws(CodecError) {
            self.plan = plan
            bitmap = try plan.makeBitmap()
            config = .allocate(capacity: 1)
            config.initialize(to: WebPDecoderConfig())
            do {
                try plan.apply(to: &config.pointee)
            } catch {
                config.deallocate()
                throw error
            }
            guard let decoder = WebPIDecode(nil, 0, config) else {
                config.deallocate()
                throw .limit("libwebp ran out of memory")
            }
            self.decoder = decoder
        }

        deinit {
            WebPIDelete(decoder)
            WebPFreeDecBuffer(&config.pointee.output)
            config.deallocate()
        }

        /// Decodes as far as `bytes` reach, which begin with the last call's bytes.
        ///
        /// - Throws: `CodecError` if they are damaged.
        func update(_ bytes: RawSpan) throws(CodecError) {
            try bitmap.makeUnique()
            let shape = BitmapShape(bitmap)
            let status = bitmap.withUnsafeMutableRows { rows in
                // A shared preview moves the rows; each call reads the address again.
                plan.point(&config.pointee.output, to: rows, of: shape)
                return bytes.withUnsafeBytes { buffer in
                    WebPIUpdate(decoder, buffer.baseAddress, buffer.count)
                }
            }
            count = decodedRows
            isComplete = status == VP8_STATUS_OK
            guard isComplete || status == VP8_STATUS_SUSPENDED else { throw CodecError(status) }
        }

        /// The number of rows that the library has written, as pixels or planes.
        private var decodedRows: Int {
            var last: Int32 = 0
            if WebPIDecGetRGB(decoder, &last, nil, nil, nil) != nil { return Int(last) }
            let luma = WebPIDecGetYUVA(decoder, &last, nil, nil, nil, nil, nil, nil, nil, nil)
            return luma == nil ? count : Int(last)
        }

        /// The rows decoded so far, with transparent rows below.
        var picture: Bitmap {
            var result = bitmap
            plan.develop(&result, rows: count)
            if isComplete {
                result.isOpaque = !plan.hasAlpha
                return result
            }
            let rest = PixelSize(width: plan.size.width, height: plan.size.height - count)
            result.fill(PixelRect(x: 0, y: count, size: rest), with: SIMD4(0, 0, 0, 0))
            return result
        }
    }
#endif
