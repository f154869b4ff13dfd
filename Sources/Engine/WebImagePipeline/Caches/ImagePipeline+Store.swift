import WebImageCaching
public import WebImageCoding
public import WebImagePixels

// What the program has already.
extension ImagePipeline {
    /// Stores bytes of the program as if they had been loaded for a request, such as an upload.
    ///
    /// ```swift
    /// try await pipeline.store(bytes, for: "https://example.com/avatars/7")
    /// ```
    ///
    /// The bytes are decoded and transformed as the request says, and kept in the caches that it
    /// writes. They have no HTTP lifetime and are never renewed: they answer until they are removed
    /// or evicted, or until the lifetime of the disk cache ends. Images that other options or
    /// transforms made of earlier bytes stay in memory. Returns when the disk has the bytes. Of a
    /// request for a file or data only the image in memory is kept.
    ///
    /// A decoded picture is stored by ``store(_:for:as:settings:)``.
    ///
    /// - Returns: The image, as the next request for it receives it.
    /// - Throws: `ImageError.decode` for bytes that are no picture: nothing is stored then.
    ///   `ImageError.store` if the disk refuses; memory has the image then all the same.
    @discardableResult
    public func store(
        _ bytes: ByteBlock, for request: some ImageRequestConvertible
    ) async throws(ImageError) -> ImageResponse {
        let prepared = try await prepare(request)
        return try await CallerLimits(prepared).run { () throws(ImageError) in
            try await ImageResponse(CachedLoad(stages, prepared).store(EncodedImage(bytes)))
        }
    }

    /// Stores a decoded picture of the program as if it had been loaded for a request: one that was
    /// drawn, for instance.
    ///
    /// ```swift
    /// try await pipeline.store(thumbnail, for: "https://example.com/cat-small.jpg")
    /// ```
    ///
    /// Memory keeps the picture as it is, the disk its encoded file in place of loaded bytes; it is
    /// encoded only if the disk, a variant or the response (`keepsEncodedBytes`) needs the file. A
    /// request with a target size, transforms or another option that changes pixels applies these
    /// to the picture, which is then decoded from its file. All else is as for ``store(_:for:)``.
    ///
    /// - Parameters:
    ///   - image: The picture, upright, in sRGB unless the request keeps profiles.
    ///   - request: An ``ImageRequest``, or a `URL` or text that names one without options.
    ///   - format: The format of the file; nil for PNG, which loses nothing, and for an animation
    ///     one that makes animations.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: The image, as the next request for it receives it.
    /// - Throws: `ImageError.encode` if the picture cannot be encoded, `decode` if it has more
    ///   pixels than ``limits`` allow: nothing is stored then. `ImageError.store` if the disk
    ///   refuses; memory has the image then all the same.
    @discardableResult
    public func store(
        _ image: DecodedImage, for request: some ImageRequestConvertible,
        as format: ImageFormat? = nil, settings: EncodeSettings = EncodeSettings()
    ) async throws(ImageError) -> ImageResponse {
        let prepared = try await prepare(request)
        return try await CallerLimits(prepared).run { () throws(ImageError) in
            try await ImageResponse(
                CachedLoad(stages, prepared).store(image, as: format, settings))
        }
    }
}
