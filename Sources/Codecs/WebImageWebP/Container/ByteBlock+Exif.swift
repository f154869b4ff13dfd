#if WebP
    import CWebP
    import WebImageCoding

    extension ByteBlock {
        /// Returns this WebP file with a colour profile, EXIF and XMP.
        ///
        /// - Throws: `CodecError.encoding` if the library fails or memory is short.
        func adding(_ metadata: EmbeddedMetadata) throws(CodecError) -> ByteBlock {
            let blocks = [
                ("ICCP", metadata.profile ?? []), ("EXIF", metadata.exif ?? []),
                ("XMP ", metadata.xmp ?? []),
            ].filter { !$0.1.isEmpty }
            guard !blocks.isEmpty else { return self }
            return try withUnsafeBytes { file throws(CodecError) in
                var data = WebPData(
                    bytes: file.bindMemory(to: UInt8.self).baseAddress, size: file.count)
                guard let mux = WebPMuxCreate(&data, 0) else {
                    throw .encoding(.webp, "libwebpmux cannot read the file that libwebp wrote")
                }
                defer { WebPMuxDelete(mux) }
                let isSet = blocks.allSatisfy { name, content in
                    content.withUnsafeBufferPointer { buffer in
                        var chunk = WebPData(bytes: buffer.baseAddress, size: buffer.count)
                        return WebPMuxSetChunk(mux, name, &chunk, 1) == WEBP_MUX_OK
                    }
                }
                var output = WebPData()
                guard isSet, WebPMuxAssemble(mux, &output) == WEBP_MUX_OK,
                    let memory = output.bytes
                else {
                    throw .encoding(.webp, "libwebpmux could not add metadata")
                }
                return ByteBlock(adoptingWebP: memory, count: output.size)
            }
        }
    }
#endif
