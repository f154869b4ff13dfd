import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime

/// The defect of a ``FlawedImageCache``; the value is the trial that must find it.
enum ImageFlaw: String, CaseIterable {
    case answersAnything = "a key that was never stored is a miss"
    case blanks = "a hit has the picture that was stored"
    case losesResponse = "a hit has all that was stored with the picture"
    case losesFiles = "a hit has the file that was stored in place of pixels"
    case keepsFirst = "an image replaces the one of the same key"
    case ignoresCase = "an image is found by exactly its key"
    case removesNothing = "a removed image is a miss, the others stay"
    case removesCases = "removing an image leaves the images of all other keys"
    case removesHalf = "after removing all nothing is left"
    case ignoresLimit = "the limit evicts older images"
    case halvesLimit = "images within the limits stay"
    case removesFirst = "readers see the old image or the new one while it is replaced"
    case mixesKeys = "concurrent use never returns the image of another key"
}

/// A cache of images that meets all requirements except one.
final class FlawedImageCache: ImageCache {
    private struct State: Sendable {
        var images: [String: CachedImage] = [:]
        /// The names from old to new.
        var order: [String] = []
        var readCount = 0
    }

    private let flaw: ImageFlaw?
    private let maxBytes: Int
    private let state = Mutex(State())

    init(_ flaw: ImageFlaw?, maxBytes: Int = .max) {
        self.flaw = flaw
        self.maxBytes = flaw == .halvesLimit ? maxBytes / 8 : maxBytes
    }

    func image(for key: CacheKey) -> CachedImage? {
        state.withLock { state in
            state.readCount += 1
            if flaw == .mixesKeys, state.readCount.isMultiple(of: 50) {
                return state.images.values.first
            }
            guard var found = state.images[name(key)] else {
                return flaw == .answersAnything ? state.images.values.first : nil
            }
            if flaw == .losesResponse { found.facts.response = nil }
            if flaw == .blanks, let image = found.image {
                let blank = Bitmap(size: image.size, isOpaque: true)
                found.result = .image(DecodedImage(poster: blank))
            }
            return found
        }
    }

    func store(_ image: CachedImage, for key: CacheKey) {
        let isThere = state.withLock { $0.images[name(key)] != nil }
        if flaw == .keepsFirst, isThere { return }
        if flaw == .losesFiles, image.image == nil { return }
        if flaw == .removesFirst {
            remove(key)
            usleep(200)
        }
        state.withLock { state in
            state.order.removeAll { $0 == name(key) }
            state.images[name(key)] = image
            state.order.append(name(key))
            var bytes = state.images.values.reduce(0) { $0 + $1.cost }
            while flaw != .ignoresLimit, bytes > maxBytes, !state.order.isEmpty {
                bytes -= state.images.removeValue(forKey: state.order.removeFirst())?.cost ?? 0
            }
        }
    }

    func remove(_ key: CacheKey) {
        if flaw == .removesNothing { return }
        forget { name in
            name == self.name(key)
                || self.flaw == .removesCases && name.lowercased() == self.name(key).lowercased()
        }
    }

    func removeAll() {
        let kept = state.withLock { state in state.order.first }
        forget { self.flaw != .removesHalf || $0 != kept }
    }

    private func forget(_ isForgotten: (String) -> Bool) {
        state.withLock { state in
            for name in state.order where isForgotten(name) { state.images[name] = nil }
            state.order.removeAll { state.images[$0] == nil }
        }
    }

    private func name(_ key: CacheKey) -> String {
        flaw == .ignoresCase ? key.text.lowercased() : key.text
    }
}
