import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// Stage disk, before the original is looked for: the image of the variant's entry, which is
    /// final but for its decoding.
    func variantOnDisk(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> ImageResponse? {
        guard prepared.serializer != nil, prepared.request.readsDisk, let variantStage else {
            return nil
        }
        let found = try await record.measure("disk") { () throws(ImageError) in
            await shared.writes.settle(prepared.imageKey)
            return await variantStage.read(prepared.imageKey, record: record)
        }
        guard let found else { return nil }
        do throws(ImageError) {
            return try await finished(variant: found, prepared, record)
        } catch {
            if case .cancelled = error { throw error }
            // What can't be shown, whyever, is made anew of the original.
            await variantStage.remove(prepared.imageKey, record: record)
            return nil
        }
    }

    /// decode → store → response of a variant's bytes.
    private func finished(
        variant data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> ImageResponse {
        let encoded = codecs(for: prepared.request).recognizing(data.encoded)
        let request = prepared.request.forVariant(in: encoded.format)
        let image = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(encoded, request, record, nil)
        }
        let cached = CachedImage(
            image: image, format: encoded.format, encodedByteCount: encoded.bytes.count,
            response: data.head, expires: data.expires)
        if prepared.keeping.memory {
            try await record.measure("store", .store(key: record.key)) { () throws(ImageError) in
                memory.store(cached, for: prepared.imageKey)
            }
        }
        return ImageResponse(cached, origin: .disk, timings: record.timings)
    }
}

extension ImageRequest {
    /// What is left to do for a variant: it has its size, page and transforms already, and its
    /// format need not be one of the request's decoder.
    fileprivate func forVariant(in format: ImageFormat?) -> ImageRequest {
        var request = self
        request.transforms = []
        if let decoder, let format, !decoder.formats.contains(format) { request.decoder = nil }
        request.options[TargetSize.self] = nil
        request.options[ByteBudget.self] = nil
        request.options[Page.self] = 0
        return request
    }
}
