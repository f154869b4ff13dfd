import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The bytes of a source, shared by all images that are made of them.
///
/// A class, so that an image that needs the bytes later can join, and so that an unfinished write
/// is discarded with the last reference.
final class LoadedData: Sendable {
    let encoded: EncodedImage
    let origin: ImageOrigin
    let head: ResponseHead?
    /// Metadata of the exchange; `nil` for files and data.
    let record: ExchangeRecord?
    /// The end of the response's freshness; `nil` if it names none.
    let expires: Date?
    /// The head of the disk's entry of these bytes; `nil` if there is none.
    let entry: EntryHead?
    /// The user data of the request that transferred the bytes.
    let userData: [UInt8]
    /// `true` if the origin confirmed bytes that were cached.
    let isConfirmed: Bool
    /// `true` if the origin confirmed bytes without sending them again.
    var isNotModified: Bool { isConfirmed && origin == .disk }
    /// `false` if only images that are made of the bytes are in memory.
    let hasBytes: Bool
    /// `false` if the response says `no-store`.
    let mayBeKept: Bool
    /// `true` if the bytes may go to the disk and are not there yet.
    let mayBeStored: Bool
    /// The number of all bytes, if these are only the first ones.
    let wholeByteCount: Int?
    private let state: Mutex<State>

    private struct State: Sendable {
        var isStored = false
        var writer: (any DataCacheWriter)?
        var memory: Permit?
        var timings = StageTimings()
        var staleReason: ImageError?
    }

    init(
        encoded: EncodedImage?, origin: ImageOrigin, head: ResponseHead?,
        record: ExchangeRecord? = nil, expires: Date?, entry: EntryHead? = nil,
        isConfirmed: Bool = false, mayBeKept: Bool = true, mayBeStored: Bool = false,
        writer: (any DataCacheWriter)? = nil,
        wholeByteCount: Int? = nil, memory: Permit? = nil, userData: [UInt8] = []
    ) {
        self.encoded = encoded ?? EncodedImage(ByteBlock(copying: []))
        hasBytes = encoded != nil
        self.origin = origin
        self.head = head
        self.record = record
        self.expires = expires
        self.entry = entry
        self.userData = userData
        self.isConfirmed = isConfirmed
        self.mayBeKept = mayBeKept
        self.mayBeStored = mayBeStored
        self.wholeByteCount = wholeByteCount
        state = Mutex(State(writer: writer, memory: memory))
    }

    var storedResponse: StoredResponse? { StoredResponse(head, record) }

    var fingerprint: BodyFingerprint? { record?.body }

    /// The durations of the transfer's parts.
    var timings: StageTimings {
        get { state.withLock { $0.timings } }
        set { state.withLock { $0.timings = newValue } }
    }

    /// The error of the origin, if these bytes of the disk stand in for it.
    var staleReason: ImageError? {
        get { state.withLock { $0.staleReason } }
        set { state.withLock { $0.staleReason = newValue } }
    }

    /// Holds the permit for the bytes' memory as long as this object.
    func keep(_ memory: Permit) { state.withLock { $0.memory = memory } }

    /// Hands the permit on, to be held with the same bytes elsewhere.
    func takeMemory() -> Permit? { state.withLock { $0.memory.take() } }

    /// Releases the permit, although the bytes stay.
    func endMemory() { takeMemory()?.end() }

    deinit {
        state.withLock { $0.writer?.discard() }
    }

    /// Returns the same data with other bytes, or without any, and without a permit.
    func with(_ encoded: EncodedImage?) -> LoadedData {
        LoadedData(
            encoded: encoded, origin: origin, head: head, record: record, expires: expires,
            entry: entry, isConfirmed: isConfirmed, mayBeKept: mayBeKept,
            mayBeStored: mayBeStored, wholeByteCount: wholeByteCount, userData: userData)
    }

    /// Stores the bytes once, by the writer that has them already or with `nil`; after a failure
    /// the next caller tries again.
    func storeOnce(
        _ store: ((any DataCacheWriter)?) throws(DiskError) -> Void
    ) throws(DiskError) {
        let (isFirst, writer) = state.withLock { state in
            defer { state.isStored = true }
            return (!state.isStored, state.writer.take())
        }
        guard isFirst else { return }
        do throws(DiskError) {
            try store(writer)
        } catch {
            state.withLock { $0.isStored = false }
            throw error
        }
    }
}

extension LoadedData {
    /// Returns the user data that are kept with the bytes: of a look on disk the entry's, else the
    /// request's, or without any those that the bytes have already.
    ///
    /// - Parameter former: The data of the cached image of equal bytes; empty for none.
    func userData(for prepared: PreparedRequest, besides former: [UInt8] = []) -> [UInt8] {
        if origin == .disk, !isConfirmed { return entry?.requestUserData ?? [] }
        let candidates = [prepared.request.userData, userData, entry?.requestUserData ?? []]
        return candidates.first { !$0.isEmpty } ?? former
    }
}

extension CachedImage {
    /// Takes over the response of the bytes that the image is made of, or that were confirmed.
    mutating func keep(_ data: LoadedData, for prepared: PreparedRequest, mode: CacheMode) {
        var facts = facts
        facts.response = data.head
        facts.record = data.record
        facts.expires = data.storedResponse.map { $0.freshUntil(mode: mode) } ?? data.expires
        facts.mode = mode
        let isChosen = data.storedResponse?.isSelected(by: prepared.sentHeaders) ?? false
        facts.fits =
            isChosen && data.record?.selectors.isEmpty == false
            ? Fingerprint(prepared.sentHeaders) : nil
        facts.userData = data.userData(for: prepared, besides: facts.userData)
        self.facts = facts
    }
}
