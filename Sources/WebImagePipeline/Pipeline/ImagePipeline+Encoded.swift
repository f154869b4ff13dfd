import Synchronization
import WebImageCaching
public import WebImageCoding

extension ImagePipeline {
    /// The bytes of a request, from disk or from their origin; nothing is decoded or stored.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func encodedImage(for request: ImageRequest) async throws(ImageError) -> EncodedImage {
        try await encodedImage(for: prepare(request))
    }

    func encodedImage(
        for prepared: PreparedRequest
    ) async throws(ImageError) -> EncodedImage {
        let options = prepared.options
        let bound = BodyBound(options[MaxBodyBytes.self])
        return try await within(prepared.timeout, prepared.control, bound) {
            () throws(ImageError) in
            let data = try await data(for: prepared, bound)
            return codecs(for: prepared.request).recognizing(data.encoded)
        }
    }

    /// Stages disk and load only, for who wants the bytes and takes no more than the bound.
    func data(
        for prepared: PreparedRequest, _ bound: BodyBound?
    ) async throws(ImageError) -> LoadedData {
        let record = LoadTrace(key: prepared.dataKey, observers: observers)
        let commits = shared.commits.load(ordering: .acquiring)
        let stored = try await holding(prepared, record)?.data
        let verdict = stored.map { judge($0, prepared) } ?? .unusable
        if let stored, verdict.mayAnswer(prepared.cachePolicy) { return stored }
        if prepared.cachePolicy == .onlyIfCached, prepared.request.source.isRemote {
            throw .notCached
        }
        do throws(ImageError) {
            try refuseIfFailed(prepared, record, forPixels: false)
            let holding = Holding(image: nil, data: stored)
            let data = try await loadedBytes(
                prepared, record, holding, TransferWatch(receive: bound?.listener), since: commits)
            if data.origin == .network { bound?.note(data.encoded.bytes.count) }
            return data
        } catch {
            let limit = prepared.options[StaleIfError.self]
            if let stored, error.isOutage, verdict.mayStandIn(within: limit),
                let whole = try await withBytes(stored, prepared, record)
            {
                return whole
            }
            remember(error, of: prepared)
            throw error
        }
    }
}
