import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The bytes of a source, shared by all images that are being made of them.
///
/// A class, so that who comes while somebody still decodes finds it, and so that a file nobody
/// found worth keeping is given up with the last reference.
final class LoadedData: Sendable {
    let encoded: EncodedImage
    let origin: ImageOrigin
    let head: ResponseHead?
    /// How the answer was come by; nil where the bytes came by no exchange.
    let receipt: ExchangeRecord?
    /// When the answer stops being fresh; nil where it doesn't say.
    let expires: Date?
    /// What the disk's entry of these bytes says; nil where there is none.
    let entry: EntryHead?
    /// Whether the origin confirmed bytes that were cached.
    let isConfirmed: Bool
    /// Whether the bytes are here, not only in images that are made of them.
    let hasBytes: Bool
    /// Whether an image made of it may stay in memory: not where the answer says `no-store`.
    let mayBeKept: Bool
    /// Whether the bytes may go to the disk and are not there yet.
    let mayBeStored: Bool
    /// The number of all bytes, where these are only the first ones.
    let wholeByteCount: Int?
    private let state: Mutex<State>

    private struct State: Sendable {
        var isStored = false
        var writer: (any DataCacheWriter)?
        var backlogEntry: BacklogEntry?
        var memory: Permit?
    }

    init(
        encoded: EncodedImage?, origin: ImageOrigin, head: ResponseHead?,
        receipt: ExchangeRecord? = nil,
        expires: Date?, entry: EntryHead? = nil, isConfirmed: Bool = false,
        mayBeKept: Bool = true, mayBeStored: Bool = false, writer: (any DataCacheWriter)? = nil,
        wholeByteCount: Int? = nil, memory: Permit? = nil
    ) {
        self.encoded = encoded ?? EncodedImage(ByteBlock(copying: []))
        hasBytes = encoded != nil
        self.origin = origin
        self.head = head
        self.receipt = receipt
        self.expires = expires
        self.entry = entry
        self.isConfirmed = isConfirmed
        self.mayBeKept = mayBeKept
        self.mayBeStored = mayBeStored
        self.wholeByteCount = wholeByteCount
        state = Mutex(State(writer: writer, memory: memory))
    }

    /// The answer the bytes came with.
    var answer: StoredResponse? { StoredResponse(head, receipt) }

    /// What tells the bytes that came from others.
    var stamp: BodyFingerprint? { receipt?.body }

    /// The entry of the bytes in the backlog, nil if they wait for no decoder.
    var backlogEntry: BacklogEntry? {
        get { state.withLock { $0.backlogEntry } }
        set { state.withLock { $0.backlogEntry = newValue } }
    }

    /// Keeps the memory of the bytes, which ends with this.
    func keep(_ memory: Permit) { state.withLock { $0.memory = memory } }

    /// Takes the memory of the bytes, to be kept with the same bytes elsewhere.
    func takeMemory() -> Permit? { state.withLock { $0.memory.take() } }

    /// Gives the memory of the bytes back, although they stay.
    func endMemory() { state.withLock { $0.memory.take() }?.end() }

    deinit {
        state.withLock { $0.writer?.discard() }
    }

    /// Returns the same data with other bytes, or without any; of its memory it holds none.
    func with(_ encoded: EncodedImage?) -> LoadedData {
        LoadedData(
            encoded: encoded, origin: origin, head: head, receipt: receipt, expires: expires,
            entry: entry, isConfirmed: isConfirmed, mayBeKept: mayBeKept,
            mayBeStored: mayBeStored, wholeByteCount: wholeByteCount)
    }

    /// Lets the first caller store the bytes: with the sink that has them already, or with nil; where
    /// that fails, the next one, who may share the bytes, tries again.
    func storeOnce(
        _ store: ((any DataCacheWriter)?) throws(DiskError) -> Void
    ) throws(DiskError) {
        let (isFirst, writer) = state.withLock { state in
            defer { (state.isStored, state.writer) = (true, nil) }
            return (!state.isStored, state.writer)
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
