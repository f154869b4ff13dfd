import WebImage

/// Operations that cost more where a process without rights decodes.
struct SandboxWork {
    let codecs: CodecList
    private let nothing: () throws -> ByteBlock = { throw BenchError("nothing is written") }

    /// Decodes as the pipeline does: the demand of memory, then the picture.
    func decoded(_ path: String, box: Int?) throws -> Worker.Work {
        try decoded(
            EncodedImage(Files.read(path)),
            DecodeOptions(downsampling: Downsampling(box: box.map { PixelSize($0, $0) })))
    }

    private func decoded(_ image: EncodedImage, _ options: DecodeOptions) throws -> Worker.Work {
        guard let format = image.format else { throw BenchError("not a picture") }
        let decoder = try codecs.decoder(for: format)
        return {
            try image.bytes.withSpan { bytes in
                _ = decoder.memoryDemand(of: bytes, options: options)
                _ = try decoder.decode(bytes, options: options)
            }
            return nothing
        }
    }

    /// Decodes all frames of an animation.
    func frames(_ path: String) throws -> Worker.Work {
        let image = EncodedImage(try Files.read(path))
        let decoder = try codecs.decoder(for: .webp) as? any AnimatedImageDecoder
        return {
            let frames = try decoder?.frames(of: image, options: DecodeOptions())
            for index in 0..<(frames?.count ?? 0) { _ = try frames?.frame(at: index) }
            return nothing
        }
    }

    /// Decodes other bytes each time, so that each picture has a new worker.
    func fresh() -> Worker.Work {
        var width = 8
        return {
            width += 1
            let icon = try CodecList.installed.encoder(for: .bmp).encode(
                Bitmap(size: PixelSize(width, 8)), settings: EncodeSettings())
            _ = try await decoded(EncodedImage(icon), DecodeOptions())()
            return nothing
        }
    }

    /// Makes the small JPEG file of a source of its own each time, as the image server does.
    func source(_ path: String) throws -> Worker.Work {
        var pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil,
            loader: OneFile(bytes: try Files.read(path)),
            codecs: codecs)
        pipeline.resultMemory = MemoryCache(maxBytes: 0)
        let prepared = pipeline
        var number = 0
        return {
            number += 1
            var request = ImageRequest("memory://\(number)")
            request.targetSize = PixelSize(320, 320)
            _ = try await prepared.file(for: request, as: .jpeg)
            return nothing
        }
    }
}

/// A loader of one file in memory, which is a source of its own under any number of addresses.
private struct OneFile: ImageLoader {
    let bytes: ByteBlock
    var identity: String? { nil }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .url(let url) = request.source else {
            throw LoadFailure(.fileNotFound, "there is no such file")
        }
        var body = LoadedBody(
            head: ResponseHead(url: url, status: 200, headers: HeaderFields()), origin: .network,
            expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        body.comesAtOnce = true
        return body
    }
}
