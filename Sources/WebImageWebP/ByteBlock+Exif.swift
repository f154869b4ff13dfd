#if WebP
    import CWebP
    import WebImageCoding

    extension ByteBlock {
        /// Returns this WebP file with EXIF metadata after its image.
        ///
        /// - Throws: `CodecError.encoding` if the library fails or memory is short.
        func addingExif(_ exif: [UInt8]) throws(CodecError) -> ByteBlock {
            try withUnsafeBytes { file throws(CodecError) in
                var data = WebPData(
                    bytes: file.bindMemory(to: UInt8.self).baseAddress, size: file.count)
                guard let mux = WebPMuxCreate(&data, 0) else {
                    throw .encoding(.webp, "libwebpmux cannot read the file that libwebp wrote")
                }
                defer { WebPMuxDelete(mux) }
                let status = exif.withUnsafeBufferPointer { buffer in
                    var chunk = WebPData(bytes: buffer.baseAddress, size: buffer.count)
                    return WebPMuxSetChunk(mux, "EXIF", &chunk, 1)
                }
                var output = WebPData()
                guard status == WEBP_MUX_OK, WebPMuxAssemble(mux, &output) == WEBP_MUX_OK,
                    let memory = output.bytes
                else {
                    throw .encoding(.webp, "libwebpmux could not add EXIF metadata")
                }
                return ByteBlock(adoptingWebP: memory, count: output.size)
            }
        }
    }
#endif
