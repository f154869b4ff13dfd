public import FoundationEssentials
import Synchronization
public import WebImageCoding
public import WebImagePixels

/// An image in the memory cache, and what a response needs besides.
///
/// Copies share one object until one of them is changed: a hit costs one reference.
public struct CachedImage: Sendable {
    /// What is known of an image besides its pixels.
    package struct Facts: Sendable {
        var format: ImageFormat?
        var encodedByteCount: Int
        package var response: ResponseHead?
        package var expires: Date?
        package var receipt: ExchangeRecord?
        package var mode: CacheMode
        package var fits: Fingerprint?
    }

    /// Everything, first what a hit looks at: no more than fits a line of the processor's cache.
    private final class Content: Sendable {
        private let handle: DecodedImage.Handle
        let expires: Date?
        let hasAnswer: Bool
        let hasSelectors: Bool
        let mode: CacheMode

        /// What the image costs as long as it doesn't move.
        let stillCost: Int?
        /// What finds the picture, once it had to go while somebody held it.
        private let label: Mutex<WeakCachedImage?>
        let facts: Facts

        init(_ image: DecodedImage, _ facts: Facts, _ label: WeakCachedImage? = nil) {
            self.label = Mutex(label)
            handle = image.handle
            self.facts = facts
            stillCost = image.frames == nil ? image.cost : nil
            expires = facts.expires
            hasAnswer = facts.response != nil && facts.receipt != nil
            hasSelectors = facts.receipt?.selectors.isEmpty == false
            mode = facts.mode
        }

        var image: DecodedImage { DecodedImage(handle: handle) }

        /// What finds the picture: made when it is asked for, and the same from then on.
        func madeLabel() -> WeakCachedImage {
            label.withLock { label in
                if let label { return label }
                let made = WeakCachedImage(handle, facts)
                label = made
                return made
            }
        }

        /// Whether nobody else holds the picture; asked only by who holds this object alone.
        func isAloneWithPicture() -> Bool {
            // Safe because the copy is no reference of its own, ends before `handle`, and is only
            // read: what asks for the count wants a variable.
            var copy = unsafe Unmanaged.passUnretained(handle)
            return unsafe withUnsafeMutablePointer(to: &copy) { copy in
                unsafe copy.withMemoryRebound(to: DecodedImage.Handle.self, capacity: 1) {
                    unsafe isKnownUniquelyReferenced(&$0.pointee)
                }
            }
        }
    }

    private var content: Content

    /// An image to keep.
    public init(
        image: DecodedImage, format: ImageFormat? = nil, encodedByteCount: Int = 0,
        response: ResponseHead? = nil, expires: Date? = nil, receipt: ExchangeRecord? = nil,
        mode: CacheMode = .private
    ) {
        let facts = Facts(
            format: format, encodedByteCount: encodedByteCount, response: response,
            expires: expires, receipt: receipt, mode: mode)
        content = Content(image, facts)
    }

    /// An image that had to go, found again.
    init(_ picture: DecodedImage.Handle, label: WeakCachedImage) {
        content = Content(DecodedImage(handle: picture), label.facts, label)
    }

    /// All that is known besides the picture; each change makes a new object.
    package var facts: Facts {
        get { content.facts }
        set { content = Content(image, newValue) }
    }

    /// Whether it came with an answer that says more of its freshness than ``expires``.
    package var hasAnswer: Bool { content.hasAnswer }

    /// Whether that answer was chosen by fields of its request.
    package var hasSelectors: Bool { content.hasSelectors }

    /// What finds the picture when it had to go, and knows all but the picture.
    var label: WeakCachedImage { content.madeLabel() }

    /// What the picture costs, most of the time without looking at it.
    var cost: Int { content.stillCost ?? image.cost }

    /// Whether nobody else holds this image, nor its picture.
    mutating func isAlone() -> Bool {
        isKnownUniquelyReferenced(&content) && content.isAloneWithPicture()
    }
}

extension CachedImage {
    /// The picture.
    public var image: DecodedImage {
        get { content.image }
        set { content = Content(newValue, facts) }
    }

    /// The format of the bytes it was made from.
    public var format: ImageFormat? {
        get { content.facts.format }
        set { facts.format = newValue }
    }

    /// The number of those bytes.
    public var encodedByteCount: Int {
        get { content.facts.encodedByteCount }
        set { facts.encodedByteCount = newValue }
    }

    /// The answer they came with.
    public var response: ResponseHead? {
        get { content.facts.response }
        set { facts.response = newValue }
    }

    /// When the answer stops being fresh, nil for as long as the cache keeps it.
    public var expires: Date? {
        get { content.expires }
        set { facts.expires = newValue }
    }

    /// How the answer was come by, nil where only ``expires`` counts.
    public var receipt: ExchangeRecord? {
        get { content.facts.receipt }
        set { facts.receipt = newValue }
    }

    /// For whom ``expires`` was reckoned.
    public var mode: CacheMode {
        get { content.mode }
        set { facts.mode = newValue }
    }

    /// A print of the request's fields that chose this answer by its `Vary`; nil where it has none.
    var fits: Fingerprint? {
        get { content.facts.fits }
        set { facts.fits = newValue }
    }
}
