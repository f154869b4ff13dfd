import FoundationEssentials
import WebImageCoding

extension ImagePipeline {
    /// Whether a picture is of use only once it is decoded.
    func needsPixels(_ prepared: PreparedRequest, _ target: PrefetchTarget) -> Bool {
        target == .memory || disk == nil || !prepared.request.source.isRemote
            || !prepared.wantsDisk
    }

    /// Sees to it that the caches have a picture.
    func warm(_ prepared: PreparedRequest, needsPixels: Bool) async -> PrefetchOutcome {
        let record = LoadRecord(key: prepared.dataKey, observers: observers)
        do throws(ImageError) {
            if remembered(prepared, record) != nil { return .skipped }
            if needsPixels {
                return .done(byteCount: try await image(for: prepared).encodedByteCount)
            }
            if await isOnDisk(prepared, record) { return .skipped }
            return try await within(prepared.request.options[TotalTimeout.self]) {
                () throws(ImageError) in try await keep(prepared, record)
            }
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }

    /// Whether the disk cache has an entry that is fresh; its bytes are not read.
    private func isOnDisk(_ prepared: PreparedRequest, _ record: LoadRecord) async -> Bool {
        guard prepared.request.options[CachePolicy.self] == .normal, let disk = diskStage?.cache
        else { return false }
        do throws(DiskError) {
            let head = try await shared.io.run { () throws(DiskError) in
                try disk.head(for: prepared.dataKey)
            }
            guard let head else { return false }
            if let answer = StoredAnswer(head.response, head.receipt) {
                return judge(answer, prepared).mayAnswer(prepared.cachePolicy)
            }
            return head.expires.map { $0 > now() } ?? true
        } catch {
            record.tell(.cacheFailed(key: record.key, error: error))
            return false
        }
    }

    /// Loads the bytes and stores them, if they begin like a picture.
    private func keep(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> PrefetchOutcome {
        do throws(ImageError) {
            let data = try await self.data(for: prepared)
            if data.origin == .disk, !data.isConfirmed { return .skipped }
            try await checkHeader(of: data.encoded, prepared)
            guard plan(for: data, prepared).original else {
                throw .load(LoadFailure(.other, "the answer may not be stored", head: data.head))
            }
            record.tell(.store(key: record.key))
            await storeOriginal(data, prepared, record)
            record.tell(.succeeded(key: record.key, origin: data.origin))
            return .done(byteCount: data.encoded.bytes.count)
        } catch {
            record.tell(.failed(key: record.key, error: error))
            throw error
        }
    }

    /// What is wrong is never cached: a page instead of a picture, or one beyond the limits.
    private func checkHeader(
        of encoded: EncodedImage, _ prepared: PreparedRequest
    ) async throws(ImageError) {
        let codecs = codecs(for: prepared.request)
        do throws(CodecError) {
            _ = try await shared.work.run { () throws(CodecError) in
                try info(of: codecs.recognizing(encoded), codecs, byteCount: encoded.bytes.count)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }
}
