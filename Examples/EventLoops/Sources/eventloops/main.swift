import AsyncHTTPClient
import WebImage
import WebImageTesting

// A server on loopback, whose picture is behind a redirect.
let origin = try OriginServer()
let picture = try BMPEncoder().encode(
    Bitmap(size: PixelSize(width: 320, height: 240), isOpaque: true), settings: EncodeSettings())
origin.reply("/old", with: OriginReply(status: 302, headers: [("Location", "/a")], body: []))
origin.reply("/a", with: OriginReply(body: picture.withUnsafeBytes { Array($0) }))

// The event loops are the program's.
let client = HTTPClient(
    eventLoopGroup: HTTPClient.defaultEventLoopGroup,
    configuration: AsyncHTTPClientTransport.configuration)
let pipeline = ImagePipeline(transport: AsyncHTTPClientTransport(client: client), disk: nil)
let response = try await pipeline.image(for: origin.url("/old"))
print("loaded \(response.image.size) from \(response.origin)")
try await client.shutdown()
