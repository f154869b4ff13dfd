import FoundationEssentials
import WebImageCaching

/// The content of the caches for a request, judged once.
///
/// A class, so that the frames of a load that waits have room for a reference, not for copies.
final class CachedCandidate: Sendable {
    /// The content that may answer without the origin.
    enum Answer: Sendable {
        /// The image of its own bytes.
        case variant(CachedImage)
        /// The bytes as they were loaded.
        case original(LoadedData)
    }

    /// The cached image, from memory or from its variant on disk; nil if ``data`` is newer.
    let image: CachedImage?
    /// The bytes on disk, if they are those of ``image`` or newer.
    let data: LoadedData?
    /// The head of the entry of the image's own bytes; nil if there is none.
    let variant: EntryHead?
    /// Nil if the origin is to be asked.
    let answer: Answer?
    /// `true` if the answer is stale: the origin is then asked in the background.
    let isStale: Bool

    static let nothing = CachedCandidate(image: nil, data: nil)

    init(answer image: CachedImage, isStale: Bool) {
        (answer, self.isStale) = (.variant(image), isStale)
        (self.image, data, variant) = (image, nil, nil)
    }

    /// Creates the newer of an image and the bytes on disk, or both if they are of one response.
    ///
    /// - Parameter judge: Returns whether the bytes may answer, and whether they are stale.
    init(
        image: CachedImage?, data: LoadedData?, variant: EntryHead? = nil,
        judge: (LoadedData) -> (mayAnswer: Bool, isStale: Bool) = { _ in (false, false) }
    ) {
        self.variant = variant
        if let image, let data, image.fingerprint == nil || image.fingerprint != data.fingerprint {
            let isNewer = Self.date(image.record) > Self.date(data.record)
            self.image = isNewer ? image : nil
            self.data = isNewer ? nil : data
        } else {
            (self.image, self.data) = (image, data)
        }
        let verdict = self.data.map(judge)
        answer = self.data.flatMap { verdict?.mayAnswer == true ? .original($0) : nil }
        isStale = verdict?.isStale ?? false
    }

    /// The stored response that was received later, of ``image`` or of ``data``.
    var response: StoredResponse? {
        guard let data else { return image?.storedResponse }
        guard let image, Self.date(image.record) > Self.date(data.record) else {
            return data.storedResponse
        }
        return image.storedResponse
    }

    /// The fingerprint of the bytes; nil if nothing is there, or if it is unknown.
    var fingerprint: BodyFingerprint? { data?.fingerprint ?? image?.fingerprint }

    var isAnything: Bool { image != nil || data != nil }

    /// Returns the image if it is made of these bytes.
    func image(madeOf bytes: LoadedData) -> CachedImage? {
        image.flatMap { $0.fingerprint != nil && $0.fingerprint == bytes.fingerprint ? $0 : nil }
    }

    /// `true` if these bytes of the origin are the same.
    func hasSameBytes(as bytes: LoadedData) -> Bool {
        fingerprint != nil && fingerprint == bytes.fingerprint
    }

    private static func date(_ record: ExchangeRecord?) -> Date {
        record?.receivedAt ?? .distantPast
    }
}

extension CachedImage {
    var storedResponse: StoredResponse? { StoredResponse(response, record) }

    var fingerprint: BodyFingerprint? { record?.body }
}
