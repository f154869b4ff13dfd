import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageRuntime

extension ImagePipeline {
    /// Whether a picture is of use only once it is decoded.
    func needsPixels(_ prepared: PreparedRequest, _ target: PrefetchTarget) -> Bool {
        target == .memory || disk == nil || !prepared.request.source.isRemote
            || !prepared.keeping.original
    }

    /// Sees to it that the caches have a picture.
    func warm(_ prepared: PreparedRequest, needsPixels: Bool) async -> PrefetchOutcome {
        let record = LoadTrace(key: prepared.dataKey, observers: observers)
        do throws(ImageError) {
            let hit = remembered(prepared, telling: observers, of: prepared.dataKey)
            if hit != nil { return .skipped }
            if needsPixels {
                let response = try await image(for: prepared)
                // Nobody looks at it yet: that an origin fails is worth more than what stands in.
                if let reason = response.staleReason { return .failed(reason) }
                return .done(byteCount: response.encodedByteCount)
            }
            if await isOnDisk(prepared, record) { return .skipped }
            let options = prepared.request.options
            let bound = BodyBound(options[MaxBodyBytes.self])
            return try await within(prepared.timeout, prepared.request.control, bound) {
                () throws(ImageError) in try await keep(prepared, record, bound)
            }
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }

    /// Whether the disk cache has an entry that is fresh; its bytes are not read.
    private func isOnDisk(_ prepared: PreparedRequest, _ record: LoadTrace) async -> Bool {
        guard prepared.request.readsDisk, let disk = diskStage?.cache else { return false }
        do throws(DiskError) {
            await shared.writes.settle(prepared.dataKey)
            let head = try await shared.io.run { () throws(DiskError) in
                try disk.head(for: prepared.dataKey)
            }
            guard let head else { return false }
            let data = LoadedData(
                encoded: nil, origin: .disk, head: head.response, receipt: head.receipt,
                expires: head.expires, entry: head)
            return judge(data, prepared) == .fresh
        } catch {
            record.tell(.cacheFailed(key: record.key, error: error))
            return false
        }
    }

    /// Loads the bytes and stores them, if they begin like a picture.
    private func keep(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ bound: BodyBound?
    ) async throws(ImageError) -> PrefetchOutcome {
        do throws(ImageError) {
            // What stands in for the origin is there already, and keeping it is no success.
            var strict = prepared
            strict.request.options[StaleIfError.self] = nil
            let data = try await data(for: strict, bound)
            // Who has too many bytes keeps none.
            if let failure = bound?.failure { throw failure }
            if data.origin == .disk, !data.isConfirmed {
                if judge(data, prepared) != .fresh { revalidate(prepared) }
                return .skipped
            }
            try await checkHeader(of: data.encoded, prepared)
            guard plan(for: data, prepared.keeping).original else {
                throw .load(LoadFailure(.other, "the answer may not be stored", head: data.head))
            }
            try await store(data, prepared)
            if data.isConfirmed, data.origin == .disk { return .skipped }
            record.tell(.succeeded(key: record.key, origin: data.origin))
            return .done(byteCount: data.encoded.bytes.count)
        } catch {
            record.tell(.failed(key: record.key, error: error))
            throw error
        }
    }

    /// Stores the bytes; here a failing disk is a failure, since nobody else has the picture.
    private func store(
        _ data: LoadedData, _ prepared: PreparedRequest
    ) async throws(ImageError) {
        let witness = StoreWitness()
        let record = LoadTrace(key: prepared.dataKey, observers: observers + [witness])
        record.tell(.store(key: record.key))
        await storeOriginal(data, prepared, record)
        await awaitStore(of: prepared)
        if let failure = witness.failure { throw .store(failure) }
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
            if error == .cancelled { throw .cancelled }
            remember(.decode(error), of: prepared)
            throw .decode(error)
        }
    }
}

/// Sees why bytes could not be stored.
private final class StoreWitness: PipelineObserver {
    private let state = Mutex<DiskError?>(nil)

    /// The first failure.
    var failure: DiskError? { state.withLock { $0 } }

    func observe(_ event: PipelineEvent) {
        guard case .cacheFailed(_, let error) = event else { return }
        state.withLock { $0 = $0 ?? error }
    }
}
