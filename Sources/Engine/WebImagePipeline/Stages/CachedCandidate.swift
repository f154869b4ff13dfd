import FoundationEssentials
import WebImageCaching
import WebImageLoading

/// The content of the caches for a request, judged once.
enum CachedCandidate: Sendable {
    /// The caches have nothing that could help.
    case nothing
    /// The origin is to be asked: it may confirm the content, which may stand in for it if it
    /// fails.
    case confirmable(CachedContent)
    /// The content answers without the origin.
    case answer(CachedContent)

    /// The content, whether it answers or not.
    var content: CachedContent? {
        switch self {
        case .nothing: nil
        case .confirmable(let content), .answer(let content): content
        }
    }
}

extension CachedCandidate {
    /// Creates the answer of an image that is made already.
    init(answer image: CachedImage, isStale: Bool) {
        self = .answer(CachedContent(.image(image, from: .disk), isStale: isStale))
    }

    /// Creates the newer of an image and the bytes on disk, or both if they are of one response.
    ///
    /// - Parameters:
    ///   - place: The cache that has the image.
    ///   - variant: The head of the entry of the image's own bytes.
    ///   - judge: Returns whether the bytes may answer, and whether they are stale; the image may
    ///     not.
    init(
        newerOf image: CachedImage?, from place: ImageOrigin, and data: LoadedData?,
        variant: EntryHead? = nil,
        judge: (LoadedData) -> (mayAnswer: Bool, isStale: Bool) = { _ in (false, false) }
    ) {
        guard let parts = CachedContent.Parts(newerOf: image, from: place, and: data) else {
            self = .nothing
            return
        }
        let verdict = parts.data.map(judge)
        let content = CachedContent(parts, variant: variant, isStale: verdict?.isStale ?? false)
        self = verdict?.mayAnswer == true ? .answer(content) : .confirmable(content)
    }
}

/// An image or a file that caches have for a request, the bytes of its source, or both.
///
/// A class, so that the frames of a load that waits have room for a reference, not for copies.
final class CachedContent: Sendable {
    enum Parts: Sendable {
        /// The result, made already, and the cache that has it.
        case image(CachedImage, from: ImageOrigin)
        /// The bytes on disk.
        case bytes(LoadedData)
        /// The bytes on disk, and the result that was made of them before.
        case both(CachedImage, from: ImageOrigin, LoadedData)
    }

    let parts: Parts
    /// The head of the entry of the image's own bytes; nil if there is none.
    let variant: EntryHead?
    /// `true` if it is stale: if it answers, the origin is asked in the background.
    let isStale: Bool

    init(_ parts: Parts, variant: EntryHead? = nil, isStale: Bool) {
        (self.parts, self.variant, self.isStale) = (parts, variant, isStale)
    }

    var image: CachedImage? { parts.image?.image }
    var data: LoadedData? { parts.data }

    /// The stored response that was received later, of ``image`` or of ``data``.
    var response: StoredResponse? {
        guard let data else { return image?.storedResponse }
        guard let image, image.receivedAt > data.receivedAt else { return data.storedResponse }
        return image.storedResponse
    }

    /// The fingerprint of the bytes; nil if it is unknown.
    var fingerprint: BodyFingerprint? { data?.fingerprint ?? image?.fingerprint }

    /// Returns the image if it is made of these bytes, and the cache that has it.
    func image(madeOf bytes: LoadedData) -> (image: CachedImage, place: ImageOrigin)? {
        parts.image.flatMap { found in
            let fingerprint = found.image.fingerprint
            return fingerprint != nil && fingerprint == bytes.fingerprint ? found : nil
        }
    }

    /// `true` if these bytes of the origin are the same.
    func hasSameBytes(as bytes: LoadedData) -> Bool {
        fingerprint != nil && fingerprint == bytes.fingerprint
    }
}

extension CachedContent.Parts {
    /// Creates the newer of both, or both if they are of one response; nil if there is neither.
    fileprivate init?(newerOf image: CachedImage?, from place: ImageOrigin, and data: LoadedData?) {
        switch (image, data) {
        case (nil, nil): return nil
        case (let image?, nil): self = .image(image, from: place)
        case (nil, let data?): self = .bytes(data)
        case (let image?, let data?):
            if let fingerprint = image.fingerprint, fingerprint == data.fingerprint {
                self = .both(image, from: place, data)
            } else {
                self =
                    image.receivedAt > data.receivedAt ? .image(image, from: place) : .bytes(data)
            }
        }
    }

    fileprivate var image: (image: CachedImage, place: ImageOrigin)? {
        switch self {
        case .image(let image, let place), .both(let image, let place, _): (image, place)
        case .bytes: nil
        }
    }

    fileprivate var data: LoadedData? {
        switch self {
        case .bytes(let data), .both(_, _, let data): data
        case .image: nil
        }
    }
}

extension CachedImage {
    var storedResponse: StoredResponse? { StoredResponse(response, record) }

    var fingerprint: BodyFingerprint? { record?.body }

    fileprivate var receivedAt: Date { record?.receivedAt ?? .distantPast }
}

extension LoadedData {
    fileprivate var receivedAt: Date { record?.receivedAt ?? .distantPast }
}
