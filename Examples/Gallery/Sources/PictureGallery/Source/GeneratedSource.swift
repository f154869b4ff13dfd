import WebImage
import WebImageOrigin

/// Pictures that a server in this process paints on demand, the same in every run.
struct GeneratedSource: PictureSource {
    let title = "Gallery"
    let count: Int
    private let origin: OriginServer

    /// Starts the server on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - count: The number of pictures.
    ///   - scale: The factor of their sizes; tests use less than 1.
    /// - Throws: `SourceFailure` if the system refuses the server.
    init(count: Int = 100_000, scale: Double = 1) throws(SourceFailure) {
        self.count = count
        do throws(OriginError) {
            origin = try OriginServer()
        } catch {
            throw SourceFailure("the server of the pictures cannot start: \(error)")
        }
        origin.reply("/picture") { request in
            let query = request.path.split(separator: "?").last ?? ""
            guard let number = Int(query), (0..<count).contains(number) else {
                return .status(404)
            }
            return Self.reply(to: PictureRecipe(number), scale: scale)
        }
    }

    func name(at index: Int) -> String { PictureRecipe(index).name }

    func request(at index: Int) -> ImageRequest {
        var request = ImageRequest(origin.url("/picture?\(index)"))
        // The port differs in each run; the picture does not.
        request.sourceKey = CacheKey("gallery-1-\(index)")
        return request
    }

    /// The number of pictures that were requested, for tests.
    var requestCount: Int { origin.requestCount("/picture") }

    private static func reply(to recipe: PictureRecipe, scale: Double) -> OriginReply {
        guard let bytes = try? PictureFile(recipe, scale: scale).bytes() else {
            return .status(500)
        }
        let reply = OriginReply(
            headers: [
                ("Content-Type", recipe.format.mediaType),
                ("Cache-Control", "max-age=31536000"),
            ], body: bytes)
        guard recipe.isSlow else { return reply }
        // Two seconds, in which previews and the progress are seen.
        return reply.slowly(chunk: max(bytes.count / 20, 1), every: .milliseconds(100))
    }
}
