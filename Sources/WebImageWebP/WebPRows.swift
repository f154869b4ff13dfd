#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// A still that is decoded row by row, by libwebp's incremental decoder, into one bitmap.
    ///
    /// libwebp reads the bytes where they lie (`WebPIUpdate`): its own buffer (`WebPIAppend`) is
    /// copied again for every 4 kB, which is quadratic in the size of a lossless file.
    final class WebPRows {
        /// What is decoded.
        let plan: WebPPlan
        /// The rows so far, undefined from ``count`` on.
        private var bitmap: Bitmap
        /// How many rows are final.
        private(set) var count = 0
        /// Whether all rows are.
        private(set) var isComplete = false
        // The decoder keeps the address of its options as long as it lives.
        private let config: UnsafeMutablePointer<WebPDecoderConfig>
        private let decoder: OpaquePointer

        /// A decoder that has seen no byte yet.
        ///
        /// - Throws: `CodecError` when the library has no memory.
        init(_ plan: WebPPlan) throws(CodecError) {
            self.plan = plan
            bitmap = try Bitmap(decoding: plan.size, isCleared: false)
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
                throw .limit("libwebp found no memory")
            }
            self.decoder = decoder
        }

        deinit {
            WebPIDelete(decoder)
            WebPFreeDecBuffer(&config.pointee.output)
            config.deallocate()
        }

        /// Decodes as far as `bytes` reach, which begin with those of the last call.
        ///
        /// - Throws: `CodecError` when they are damaged.
        func update(_ bytes: RawSpan) throws(CodecError) {
            try bitmap.makeUnique()
            let shape = BitmapShape(bitmap)
            let status = bitmap.withUnsafeMutableRows { rows in
                // Rows move when a preview shares them; the library looks at the address anew.
                plan.point(&config.pointee.output, to: rows, of: shape)
                return bytes.withUnsafeBytes { buffer in
                    WebPIUpdate(decoder, buffer.baseAddress, buffer.count)
                }
            }
            count = decodedRows
            isComplete = status == VP8_STATUS_OK
            guard isComplete || status == VP8_STATUS_SUSPENDED else { throw CodecError(status) }
        }

        /// How many rows the library has written, of pixels or of planes.
        private var decodedRows: Int {
            var last: Int32 = 0
            if WebPIDecGetRGB(decoder, &last, nil, nil, nil) != nil { return Int(last) }
            let luma = WebPIDecGetYUVA(decoder, &last, nil, nil, nil, nil, nil, nil, nil, nil)
            return luma == nil ? count : Int(last)
        }

        /// The rows so far, transparent below them.
        var picture: Bitmap {
            var result = bitmap
            plan.develop(&result, rows: count)
            if isComplete {
                result.isOpaque = plan.isOpaque(result)
                return result
            }
            let rest = PixelSize(width: plan.size.width, height: plan.size.height - count)
            result.fill(PixelRect(x: 0, y: count, size: rest), with: SIMD4(0, 0, 0, 0))
            return result
        }
    }
#endif
