import Foundation
import WebImage
import WebImageTesting
import WebImageURLSession

// The names that the articles' examples use without declaring them.

@MainActor var pipeline = ImagePipeline.standard
@MainActor var request = ImageRequest("https://example.com/cat.jpg")
@MainActor let thumbnail = DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1)))

let url = "https://example.com/cat.jpg"
let urls = [url]
let token = "token"
let bytes = ByteBlock(copying: [])
let transport = URLSessionTransport()
let client = 0

func bar(_ fraction: Double?) {}
func show(_ image: DecodedImage) {}

final class Counter: Sendable {
    func add(_ number: Int) {}
}

struct Session {
    func token(insteadOf refused: String?) async throws -> String { "token" }
}
let session = Session()

// Functions named like types that an article's reader writes, or that are compiled elsewhere.

func TilesDecoder() -> BMPDecoder { BMPDecoder() }
func TilesEncoder() -> BMPEncoder { BMPEncoder() }
func RedisCache(client: Int, prefix: String) -> DiskCache { DiskCache(folder: prefix) }
func MyCache(_ place: String, maxBytes: Int = 0) -> DiskCache { DiskCache(folder: place) }
func MyImages(maxBytes: Int = 0) -> MemoryCache { MemoryCache(maxBytes: maxBytes) }
func MyTransport() -> URLSessionTransport { URLSessionTransport() }
