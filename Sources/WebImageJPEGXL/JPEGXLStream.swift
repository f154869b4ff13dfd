#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    /// One decoder of libjxl, which takes the bytes of a file in pieces of any size.
    final class JPEGXLStream {
        /// The library's functions.
        let jxl: CJXLFunctions
        /// The library's handle.
        let decoder: OpaquePointer
        private let events: Int32

        /// - Parameters:
        ///   - events: The library's numbers of the events to be told.
        ///   - coalescing: Whether layers are put together; else each is told on its own.
        init(events: [JxlDecoderStatus], coalescing: Bool) throws(CodecError) {
            jxl = try JPEGXLLibrary.functions()
            guard let decoder = jxl.JxlDecoderCreate(nil) else {
                throw .limit("no memory for a JPEG XL decoder")
            }
            self.decoder = decoder
            self.events = events.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) }
            let results = [
                jxl.JxlDecoderSubscribeEvents(decoder, self.events),
                // Pixels come as stored: the pipeline turns them, as those of every format.
                jxl.JxlDecoderSetKeepOrientation(decoder, 1),
                jxl.JxlDecoderSetCoalescing(decoder, coalescing ? 1 : 0),
            ]
            guard results.allSatisfy({ $0 == JXL_DEC_SUCCESS }) else {
                throw .unsupported(.jxl, "libjxl refuses a setting")
            }
        }

        deinit {
            jxl.JxlDecoderDestroy(decoder)
        }

        /// Decodes from the beginning of `bytes` and reacts to every event.
        ///
        /// Bytes are handed over in slices, and cancellation is looked for between them.
        ///
        /// - Parameter react: Gets each event; false ends the run.
        /// - Returns: How many bytes are done with; the others are to be given again.
        /// - Throws: `CodecError.damaged` when the library refuses them.
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

        /// The most bytes between two looks for cancellation.
        private static let slice = 1 << 20

        /// Hands over one slice; tells whether the run goes on.
        private func step(
            _ slice: UnsafeRawBufferPointer, _ done: inout Int,
            _ react: (JxlDecoderStatus) throws(CodecError) -> Bool
        ) throws(CodecError) -> Bool {
            let base = slice.bindMemory(to: UInt8.self).baseAddress
            guard jxl.JxlDecoderSetInput(decoder, base, slice.count) == JXL_DEC_SUCCESS else {
                throw .damaged(.jxl, "libjxl takes no more bytes")
            }
            // The library keeps no pointer into the slice behind this call.
            defer { done += slice.count - jxl.JxlDecoderReleaseInput(decoder) }
            while true {
                let status = jxl.JxlDecoderProcessInput(decoder)
                switch status {
                case JXL_DEC_NEED_MORE_INPUT: return true
                case JXL_DEC_ERROR: throw .damaged(.jxl, "libjxl refuses the codestream")
                default:
                    guard try react(status), status != JXL_DEC_SUCCESS else { return false }
                }
            }
        }

        /// Begins again; the bytes are to be given from the first one on.
        ///
        /// The library remembers which frames are built on which.
        func rewind() {
            jxl.JxlDecoderRewind(decoder)
            _ = jxl.JxlDecoderSubscribeEvents(decoder, events)
        }

        /// What the header says of the picture.
        var basicInfo: JxlBasicInfo? {
            var info = JxlBasicInfo()
            let status = jxl.JxlDecoderGetBasicInfo(decoder, &info)
            return status == JXL_DEC_SUCCESS ? info : nil
        }

        /// The type of the extra channel at `index`.
        func extraChannel(_ index: UInt32) -> JxlExtraChannelInfo? {
            var info = JxlExtraChannelInfo()
            let status = jxl.JxlDecoderGetExtraChannelInfo(decoder, Int(index), &info)
            return status == JXL_DEC_SUCCESS ? info : nil
        }
    }
#endif
