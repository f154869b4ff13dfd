import WebImageCaching
import WebImageCoding
import WebImagePixels

/// What is on disk of an image's own bytes.
///
/// Indirect because each of many loads at once keeps one in its frame, mostly empty.
indirect enum StoredVariant: Sendable {
    /// Nothing of use.
    case nothing
    /// The image, which answers.
    case answer(ImageResponse)
    /// An image for the origin to confirm, and what its entry says.
    case stale(CachedImage, EntryHead?)
}

// Stages that some loads only go through are never inlined, because each load that waits keeps the
// frames of all that are, and thousands may wait at once.
extension ImagePipeline {
    /// Stage disk, before the original is looked for: the image of the variant's entry, which is
    /// final but for its decoding.
    @inline(never) func variantOnDisk(
        _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> StoredVariant {
        guard prepared.serializer != nil, prepared.request.usesDisk, let variantStage else {
            return .nothing
        }
        let policy = prepared.cachePolicy
        let found = try await record.measure("disk") { () throws(ImageError) in
            await shared.writes.settle(prepared.imageKey)
            let answers = { (data: LoadedData) in judge(data, prepared).mayAnswer(policy) }
            return try await read(record, answers: answers) { byteCount in
                await variantStage.read(
                    prepared.imageKey, atMost: byteCount, record: record, mayAnswer: answers)
            }
        }
        guard let found else { return .nothing }
        let verdict = judge(found, prepared)
        // An image that may not answer is made of these bytes only if the origin may confirm it.
        guard verdict.mayAnswer(policy) || verdict != .unusable && policy != .onlyIfCached else {
            return .nothing
        }
        do throws(ImageError) {
            let image = try await image(ofVariant: found, prepared, record)
            guard verdict.mayAnswer(policy) else {
                // Nobody has it before the origin answers.
                record.takeSeat()?.end()
                return .stale(image, found.entry)
            }
            if verdict != .fresh { revalidate(prepared) }
            return .answer(try await kept(image, prepared, record))
        } catch {
            if case .cancelled = error { throw error }
            // What can't be shown, whyever, is made anew of the original.
            await variantStage.remove(prepared.imageKey, record: record)
            return .nothing
        }
    }

    /// decode of a variant's bytes.
    @inline(never) private func image(
        ofVariant data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> CachedImage {
        let encoded = codecs(for: prepared.request).recognizing(data.encoded)
        let request = prepared.request.forVariant(in: encoded.format)
        let (image, claims) = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(
                encoded, prepared, request, record, nil, then: TransformStage(transforms: []))
        }
        claims.memory.end()
        record.keep(claims.seat)
        var cached = CachedImage(
            image: image, format: encoded.format, encodedByteCount: encoded.bytes.count)
        cached.keep(data, for: prepared, mode: cacheMode)
        return cached
    }

    /// store → response of a variant's image.
    @inline(never) private func kept(
        _ cached: CachedImage, _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> ImageResponse {
        await record.untilKept(by: prepared) { wanted in
            guard wanted.memory else { return }
            await record.measure("store", .store(key: record.key)) {
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
