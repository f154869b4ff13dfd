import FoundationEssentials
import WebImageCaching

/// What the caches hold for a request, fresh or not.
///
/// A class, so that the frames of a load that waits have room for a reference, not for copies.
final class Holding: Sendable {
    /// The image in memory, if it is made of ``data`` or newer than it.
    let image: CachedImage?
    /// The bytes on disk, if they are those of ``image`` or newer.
    let data: LoadedData?
    /// What the disk's entry of the image's own bytes says; nil where there is none.
    let variant: EntryHead?

    /// What both are of; nil where there is nothing.
    init?(image: CachedImage?, data: LoadedData?, variant: EntryHead? = nil) {
        self.variant = variant
        switch (image, data) {
        case (nil, nil): return nil
        case (let image?, let data?) where image.stamp == nil || image.stamp != data.stamp:
            let isNewer = Self.date(image.receipt) > Self.date(data.receipt)
            self.image = isNewer ? image : nil
            self.data = isNewer ? nil : data
        default:
            self.image = image
            self.data = data
        }
    }

    /// The answer it came with.
    var answer: StoredResponse? {
        guard let data else { return image?.answer }
        guard let image, Self.date(image.receipt) > Self.date(data.receipt) else {
            return data.answer
        }
        return image.answer
    }

    /// What tells its bytes from others.
    var stamp: BodyFingerprint? { data?.stamp ?? image?.stamp }

    private static func date(_ receipt: ExchangeRecord?) -> Date {
        receipt?.receivedAt ?? .distantPast
    }
}

extension CachedImage {
    /// The answer its bytes came with.
    var answer: StoredResponse? { StoredResponse(response, receipt) }

    /// What tells its bytes from others.
    var stamp: BodyFingerprint? { receipt?.body }
}
