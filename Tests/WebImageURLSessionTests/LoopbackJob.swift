import Foundation
import Synchronization
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageURLSession

/// A real origin, and a pipeline over URLSession with a folder of its own and a clock that a test
/// moves.
final class LoopbackJob: Sendable {
    let origin: OriginServer
    let transport = URLSessionTransport()
    /// The encoded bytes of a small picture.
    let picture: [UInt8]
    private let folder =
        FileManager.default.temporaryDirectory.path + "/webimage-" + UUID().uuidString
    private let elapsed = Mutex(0.0)

    init() throws {
        origin = try OriginServer()
        let bitmap = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
        picture = try BMPEncoder().encode(bitmap, settings: EncodeSettings()).withUnsafeBytes {
            Array($0)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func advance(by seconds: Double) { elapsed.withLock { $0 += seconds } }

    /// Returns a pipeline with an empty memory and the job's folder.
    func pipeline(_ mode: CacheMode = .private) -> ImagePipeline {
        pipeline(SchemeLoader(over: transport), mode)
    }

    /// Returns a pipeline with that loader, an empty memory and the job's folder.
    func pipeline(_ loader: any ImageLoader, _ mode: CacheMode = .private) -> ImagePipeline {
        let now = { @Sendable [self] in
            Date(timeIntervalSince1970: 1_700_000_000 + elapsed.withLock { $0 })
        }
        var pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: DiskCache(folder: folder, now: now),
            loader: loader, codecs: CodecList(decoders: [BMPDecoder()]))
        pipeline.now = now
        pipeline.cacheMode = mode
        return pipeline
    }

    /// Answers a path with the picture, and conditions by its tag.
    func serve(_ path: String, _ cacheControl: String = "max-age=2592000") {
        origin.reply(path) { [picture] request in
            let isKnown = request["If-None-Match"] == "\"1\""
            return OriginReply(
                status: isKnown ? 304 : 200,
                headers: [("ETag", "\"1\""), ("Cache-Control", cacheControl)],
                body: isKnown ? [] : picture)
        }
    }

    /// The number of entries on disk.
    var entryCount: Int {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return files?.count { $0.hasSuffix(".entry") } ?? 0
    }
}

/// A list that several tasks fill.
final class SharedList: Sendable {
    private let list = Mutex<[String]>([])

    var items: [String] { list.withLock { $0 } }

    func add(_ item: String) { list.withLock { $0.append(item) } }
}
