#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// A decoder of libjxl, which takes the bytes of a file in chunks of any size.
    final class JPEGXLStream {
        let jxl: CJXLFunctions
        let decoder: OpaquePointer
        private let events: Int32

        /// - Parameters:
        ///   - events: The library's numbers of the events to report.
        ///   - coalescing: `true` to compose layers, otherwise each is reported separately.
        init(events: [JxlDecoderStatus], coalescing: Bool) throws(CodecError) {
            jxl = try JPEGXLLibrary.functions()
            guard let decoder = jxl.JxlDecoderCreate(nil) else {
                throw .limit("not enough memory for a JPEG XL decoder")
            }
            self.decoder = decoder
            self.events = events.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) }
            let results = [
                jxl.JxlDecoderSubscribeEvents(decoder, self.events),
                // Pixels are returned as stored; the pipeline applies the orientation.
                jxl.JxlDecoderSetKeepOrientation(decoder, 1),
                jxl.JxlDecoderSetCoalescing(decoder, coalescing ? 1 : 0),
            ]
            guard results.allSatisfy({ $0 == JXL_DEC_SUCCESS }) else {
                throw .unsupported(.jxl, "libjxl rejects a decoder setting")
            }
        }

        deinit {
            jxl.JxlDecoderDestroy(decoder)
        }

        /// Decodes from the beginning of `bytes` and handles every event.
        ///
        /// Bytes are passed in slices, with a check for cancellation between them.
        ///
        /// - Parameter react: Handles an event; returns `false` to end the run.
        /// - Returns: The number of consumed bytes; the others must be given again.
        /// - Throws: `CodecError.damaged` if the library rejects the bytes.
        func run(
            _ bytes: UnsafeRawBufferPointer,
            _ react: (JxlDecoderStatus) throws(CodecError) -> Bool
        ) throws(CodecError) -> Int {
            var done = 0
            var isRunning = true
            var end = 0
            while isRunning, end < bytes.count {
                if Task.isCancelled { throw .cancelled }
                end = min(max(done, end) + Self.slice, bytes.count)
                isRunning = try step(
                    UnsafeRawBufferPointer(rebasing: bytes[done..<end]), &done, react)
            }
            return done
        }

        /// The maximum number of bytes between two checks for cancellation.
        private static let slice = 1 << 20

        /// Passes one slice; returns `true` if the run continues.
        private func step(
            _ slice: UnsafeRawBufferPointer, _ done: inout Int,
            _ react: (JxlDecoderStatus) throws(CodecError) -> Bool
        ) throws(CodecError) -> Bool {
            let base = slice.bindMemory(to: UInt8.self).baseAddress
            guard jxl.JxlDecoderSetInput(decoder, base, slice.count) == JXL_DEC_SUCCESS else {
                throw .damaged(.jxl, "libjxl accepts no more bytes")
            }
            // The library keeps no pointer into the slice after this call.
            defer { done += slice.count - jxl.JxlDecoderReleaseInput(decoder) }
            while true {
                let status = jxl.JxlDecoderProcessInput(decoder)
                switch status {
                case JXL_DEC_NEED_MORE_INPUT: return true
                case JXL_DEC_ERROR: throw .damaged(.jxl, "libjxl rejects the codestream")
                default:
                    guard try react(status), status != JXL_DEC_SUCCESS else { return false }
                }
            }
        }

        /// Restarts; the bytes must be given again from the beginning.
        ///
        /// The library remembers the dependencies of frames.
        func rewind() {
            jxl.JxlDecoderRewind(decoder)
            _ = jxl.JxlDecoderSubscribeEvents(decoder, events)
        }

        /// The library's header of the image.
        var basicInfo: JxlBasicInfo? {
            var info = JxlBasicInfo()
            let status = jxl.JxlDecoderGetBasicInfo(decoder, &info)
            return status == JXL_DEC_SUCCESS ? info : nil
        }

        /// Returns the description of the extra channel at `index`.
        func extraChannel(_ index: UInt32) -> JxlExtraChannelInfo? {
            var info = JxlExtraChannelInfo()
            let status = jxl.JxlDecoderGetExtraChannelInfo(decoder, Int(index), &info)
            return status == JXL_DEC_SUCCESS ? info : nil
        }
    }
#endif
