import FoundationEssentials
import WebImage
import WebImageComparison

/// Reads the metadata of one source of `info`.
struct InfoJob: Sendable {
    let session: Session
    let options: ImageOptions
    /// `true` to decode the first frame for its colours.
    let signature: Bool
    /// `true` to decode it for its placeholders.
    let placeholder: Bool

    func run(_ source: Source) async -> Result<InfoReport, SourceFailure> {
        do throws(SourceFailure) {
            let deadline = session.deadline()
            let request = try await session.request(for: source, options, until: deadline)
            do throws(ImageError) {
                return .success(try await report(of: source, request, until: deadline))
            } catch {
                return .failure(SourceFailure(error))
            }
        } catch {
            return .failure(error)
        }
    }

    private func report(
        of source: Source, _ request: ImageRequest, until deadline: Deadline
    ) async throws(ImageError) -> InfoReport {
        let head = await head(of: request)
        let isStale = head?.expires.map { $0 <= Date() } ?? false
        if isStale,
            let response = try await renewed(request), let bytes = response.encoded?.bytes
        {
            return try await report(
                of: source, ResponseAge(response, of: source), bytes, until: deadline)
        }
        let isRemote = source.kind == .url && !source.isData && !source.isFileURL
        let stored = isStale ? nil : head?.storedAt
        let age = ResponseAge(since: stored ?? (isRemote ? Date() : nil))
        guard signature || placeholder else {
            var request = request
            // Bytes that are in the cache answer; others are not kept.
            if request.diskCaching == .readWrite { request.diskCaching = .readOnly }
            let info = try await session.pipeline.info(for: deadline.bounding(request))
            return InfoReport(source: source, info: info, age: age)
        }
        // The bytes are loaded once, then used twice: for the headers and for the pixels.
        let bytes = try await session.pipeline.data(for: deadline.bounding(request)).bytes
        return try await report(of: source, age, bytes, until: deadline)
    }

    private func report(
        of source: Source, _ age: ResponseAge, _ bytes: ByteBlock, until deadline: Deadline
    ) async throws(ImageError) -> InfoReport {
        var here = ImageRequest(ImageSource.data(bytes), options: options)
        here.firstFrameOnly = true
        // No result is used twice; a kept one would be in memory beside the next.
        here.memoryCaching = .off
        here = deadline.bounding(here)
        let info = try await session.pipeline.info(for: here)
        let look = signature ? ColorSignature(of: try await poster(of: here)) : nil
        guard placeholder else {
            return InfoReport(source: source, info: info, age: age, signature: look)
        }
        let side = Placeholders.side
        here.targetSize = PixelSize(width: side, height: side)
        let hashes = Placeholders(of: try await poster(of: deadline.bounding(here)))
        return InfoReport(
            source: source, info: info, age: age, signature: look, placeholders: hashes)
    }

    private func poster(of request: ImageRequest) async throws(ImageError) -> Bitmap {
        try await session.pipeline.image(for: request).image.poster
    }

    /// Returns the head of the entry on disk; nil without one.
    private func head(of request: ImageRequest) async -> EntryHead? {
        guard let cache = session.cache, case .url = request.source,
            let keys = try? await session.pipeline.cacheKeys(for: request)
        else { return nil }
        return await session.files.run { try? cache.head(for: keys.data) }
    }

    /// Returns a stale picture as its origin has it now, with its bytes; nil if its pixels cannot
    /// be decoded, which its metadata do not need.
    private func renewed(_ request: ImageRequest) async throws(ImageError) -> ImageResponse? {
        var request = request
        request.keepsEncodedBytes = true
        request.firstFrameOnly = true
        request.targetSize = PixelSize(width: 1, height: 1)
        do throws(ImageError) {
            return try await session.renewedImage(for: request)
        } catch {
            if case .decode = error { return nil }
            throw error
        }
    }
}
