public import FoundationEssentials
import Synchronization
package import WebImageCoding
public import WebImagePixels

/// An image in the memory cache, as pixels or as an encoded file, and the metadata for a response.
///
/// Copies share one object until one of them is changed: a hit costs one reference.
public struct CachedImage: Sendable {
    package struct Facts: Sendable {
        package var format: ImageFormat?
        package var encodedByteCount: Int
        package var response: ResponseHead?
        package var expires: Date?
        package var record: ExchangeRecord?
        package var mode: CacheMode
        /// The fingerprint of the request's fields that the response's `Vary` names.
        package var fits: Fingerprint?
        /// The picture that it was made of; nil for the one of the result's own metadata.
        package var source: SourceExtent?
        /// The `userData` of the request that stored it; empty for none.
        package var userData: [UInt8] = []
    }

    /// The shared object; the properties of a hit come first and fit one cache line.
    private final class Content: Sendable {
        let result: CachedResult
        let expires: Date?
        let hasResponse: Bool
        let hasSelectors: Bool
        let mode: CacheMode
        let isFile: Bool
        let source: SourceExtent

        let stillCost: Int?
        private let label: Mutex<WeakCachedImage?>
        let facts: Facts

        init(_ result: CachedResult, _ facts: Facts, _ label: WeakCachedImage? = nil) {
            self.label = Mutex(label)
            self.result = result
            self.facts = facts
            stillCost = result.lastingCost
            expires = facts.expires
            hasResponse = facts.response != nil && facts.record != nil
            hasSelectors = facts.record?.selectors.isEmpty == false
            mode = facts.mode
            isFile = result.isFile
            source = facts.source ?? result.sourceExtent
        }

        /// Returns the weak reference to the picture, made at the first call; nil for a file.
        func madeLabel() -> WeakCachedImage? {
            guard case .image(let image) = result else { return nil }
            return label.withLock { label in
                if let label { return label }
                let made = WeakCachedImage(image.handle, facts)
                label = made
                return made
            }
        }

        /// The object of the picture, without a reference to it; nil for a file.
        private var picture: Unmanaged<DecodedImage.Handle>? {
            guard case .image(let image) = result else { return nil }
            return unsafe Unmanaged.passUnretained(image.handle)
        }

        /// Returns `true` if only this object holds the picture; `true` for a file.
        func isAloneWithPicture() -> Bool {
            // Safe because the copy is no separate reference, ends before `result`, and is only
            // read: the function for the count takes a variable.
            guard var copy = unsafe picture else { return true }
            return unsafe withUnsafeMutablePointer(to: &copy) { copy in
                unsafe copy.withMemoryRebound(to: DecodedImage.Handle.self, capacity: 1) {
                    unsafe isKnownUniquelyReferenced(&$0.pointee)
                }
            }
        }
    }

    private var content: Content

    /// Creates an image of a program's own, which is always fresh.
    ///
    /// A cache of your own keeps the values that it is given as they are: they carry the response,
    /// by which the pipeline judges them. Limits of pixels do not count for an image of a program's
    /// own.
    public init(image: DecodedImage) {
        self.init(image: image, format: nil)
        facts.source = .unknown
    }

    package init(
        image: DecodedImage, format: ImageFormat? = nil, encodedByteCount: Int = 0,
        response: ResponseHead? = nil, expires: Date? = nil, record: ExchangeRecord? = nil,
        mode: CacheMode = .private
    ) {
        let facts = Facts(
            format: format, encodedByteCount: encodedByteCount, response: response,
            expires: expires, record: record, mode: mode)
        content = Content(.image(image), facts)
    }

    /// Creates the cached form of a picture or a file.
    ///
    /// - Parameters:
    ///   - format: The format of the bytes that it was made of.
    ///   - encodedByteCount: The number of those bytes.
    package init(_ result: CachedResult, format: ImageFormat?, encodedByteCount: Int) {
        content = Content(
            result,
            Facts(format: format, encodedByteCount: encodedByteCount, mode: .private))
    }

    init(_ picture: DecodedImage.Handle, label: WeakCachedImage) {
        content = Content(.image(DecodedImage(handle: picture)), label.facts, label)
    }

    /// The metadata; each change makes a new object.
    package var facts: Facts {
        get { content.facts }
        set { content = Content(result, newValue) }
    }

    /// `true` if it has a response, which says more about its freshness than ``expires``.
    package var hasResponse: Bool { content.hasResponse }

    /// `true` if fields of the request selected that response.
    package var hasSelectors: Bool { content.hasSelectors }

    /// `true` if it is a file: the check of a hit.
    package var isFile: Bool { content.isFile }

    /// The picture that it was made of.
    package var source: SourceExtent { content.source }

    /// Returns `true` if that picture has no more pixels than these: the check of a hit.
    package func isWithin(pixels: Int, framePixels: Int) -> Bool {
        content.source.isWithin(pixels: pixels, framePixels: framePixels)
    }

    /// The weak reference to the picture, by which it is found while other code holds it; nil for a
    /// file.
    var label: WeakCachedImage? { content.madeLabel() }

    /// The bytes of memory that the image takes now.
    public var cost: Int { content.stillCost ?? content.result.cost }

    /// Returns `true` if no other code holds this value, nor its picture.
    mutating func isAlone() -> Bool {
        isKnownUniquelyReferenced(&content) && content.isAloneWithPicture()
    }
}

extension CachedImage {
    /// The pixels; nil for an encoded file, which a pipeline keeps in its `resultMemory`.
    public var image: DecodedImage? {
        if case .image(let image) = content.result { image } else { nil }
    }

    /// The picture, or the file that is kept in place of its pixels; a change makes a new object.
    package var result: CachedResult {
        get { content.result }
        set { content = Content(newValue, facts) }
    }

    package var format: ImageFormat? { content.facts.format }
    package var encodedByteCount: Int { content.facts.encodedByteCount }
    package var response: ResponseHead? { content.facts.response }
    package var record: ExchangeRecord? { content.facts.record }
    /// The `userData` of the request that stored it; empty for none.
    package var userData: [UInt8] { content.facts.userData }
    /// The kind of cache for which ``expires`` was computed.
    package var mode: CacheMode { content.mode }

    /// The end of the response's freshness; nil for as long as the cache keeps it.
    public var expires: Date? {
        get { content.expires }
        set { facts.expires = newValue }
    }
}

/// A weak reference to an evicted image, found again for as long as other code holds it.
///
/// It is made once for an image that other code holds. Other images, which are most, pay nothing
/// for it: neither room nor slower reference counts.
final class WeakCachedImage: Sendable {
    private weak let picture: DecodedImage.Handle?
    let facts: CachedImage.Facts

    init(_ picture: DecodedImage.Handle, _ facts: CachedImage.Facts) {
        self.picture = picture
        self.facts = facts
    }

    /// The image; nil if it was freed.
    var image: CachedImage? { picture.map { CachedImage($0, label: self) } }

    var isGone: Bool { picture == nil }
}
