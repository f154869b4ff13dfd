import HTTPTypes
import Hummingbird
import HummingbirdCore
import WebImage

let (origin, port) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 8080)
var pipeline = ImagePipeline.standard
pipeline.cacheMode = .shared
let router = Router()
router.get("image") { [pipeline] request, _ in
    guard let url = request.uri.queryParameters["url"], url.hasPrefix(origin + "/"),
        let width = request.uri.queryParameters["w"].flatMap({ Int($0) }), 1...4096 ~= width
    else { throw HTTPError(.badRequest) }
    var picture = ImageRequest(String(url))
    (picture.targetSize, picture.timeout) = (PixelSize(width, 0), .seconds(20))
    let format = ImageFormat.accepted(by: request.headers[.accept], among: [.webp])
    return try await request.body.consumeWithCancellationOnInboundClose { [picture] _ in
        guard let file = try? await pipeline.file(for: picture, as: format)
        else { throw HTTPError(.badGateway) }
        let isKnown = file.matches(ifNoneMatch: request.headers[.ifNoneMatch])
        var response = Response(status: isKnown ? .notModified : .ok, headers: [.vary: "Accept"])
        for field in file.headerFields().fields {
            if let name = HTTPField.Name(field.name) { response.headers[name] = field.value }
        }
        if !isKnown {
            let bytes = file.bytes.withUnsafeBytes { ByteBuffer(bytes: $0) }
            response.body = .init(byteBuffer: bytes)
        }
        return response
    }
}
var settings = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
settings.availableConnectionsDelegate = MaximumAvailableConnections(256)
try await Application(router: router, configuration: settings).runService()
