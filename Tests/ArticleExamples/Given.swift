import Foundation
import WebImage
import WebImageTesting
import WebImageURLSession
import WebImageViews

// The names that the articles' examples use without declaring them.

@MainActor var pipeline = ImagePipeline.standard
@MainActor var request = ImageRequest("https://example.com/cat.jpg")
@MainActor let thumbnail = DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1)))
@MainActor var presentation = ImagePresentation()
@MainActor var settings = EncodeSettings()
@MainActor let loader = ImageViewLoader(for: Display(), pipeline: pipeline)

let url = "https://example.com/cat.jpg"
let urls = [url]
let token = "token"
let bytes = ByteBlock(copying: [])
let transport = URLSessionTransport()
let client = 0
let cat: [UInt8] = []

func show(_ image: DecodedImage) {}
func draw(_ bitmap: Bitmap) {}

/// The values that a cell of a table uses besides; never made, since its methods only compile.
@MainActor struct Row {
    let image: DecodedImage
    let frames: [ImageFrame]
    let response: ImageResponse
    let error: ImageError
    let event: PipelineEvent
    let memory: MemoryCache
    let disk: DiskCache
    let gallery: ImagePipeline
    let batch: PrefetchBatch
    let player: AnimationPlayer
}

@MainActor final class Display: @MainActor ImageDisplay {
    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {}
}

@MainActor final class Bar {
    var fraction = 0.0
    func callAsFunction(_ fraction: Double?) {}
}
@MainActor let bar = Bar()

final class Counter: Sendable {
    func add(_ number: Int) {}
}

struct Session {
    func token(insteadOf refused: String?) async throws -> String { "token" }
}
let session = Session()

struct Signer {
    func signature(of url: String) async throws -> String { url }
}
let signer = Signer()

struct Vault {
    func open(_ bytes: ByteBlock, nonce: String?) async throws -> ByteBlock { bytes }
}
let vault = Vault()

struct PhotoLibrary: ImageLoader {
    var identity: String? { "photos" }
    func load(_ request: LoadRequest) async throws -> LoadedBody { throw LoadFailure(.other, "") }
}

// Functions named like types that an article's reader writes, or that are compiled elsewhere.

func TilesDecoder() -> BMPDecoder { BMPDecoder() }
func TilesEncoder() -> BMPEncoder { BMPEncoder() }
func RedisCache(client: Int, prefix: String) -> DiskCache { DiskCache(folder: prefix) }
func MyDecoder() -> BMPDecoder { BMPDecoder() }
func MyCache() -> MemoryCache { MemoryCache(maxBytes: 0) }
func MyCache(prefix: String) -> DiskCache { DiskCache(folder: prefix) }
func MyCache(_ place: String, maxBytes: Int = 0) -> DiskCache { DiskCache(folder: place) }
func MyImages(maxBytes: Int = 0) -> MemoryCache { MemoryCache(maxBytes: maxBytes) }
func MyTransport() -> URLSessionTransport { URLSessionTransport() }
