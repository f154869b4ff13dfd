package import WebImageCaching
public import WebImageCoding
public import WebImageLoading
public import WebImagePixels

extension ImagePipeline {
    /// Returns the encoded file of a request's image: from memory, else from disk, else made anew.
    ///
    /// ```swift
    /// var request = ImageRequest("https://example.com/cat.jpg")
    /// request.targetSize = PixelSize(width: 640, height: 0)
    /// let file = try await pipeline.file(for: request, as: .webp)
    /// ```
    ///
    /// Files are kept beside the bytes as they were loaded: in ``resultMemory``, and on disk in
    /// ``results``. One from there was neither decoded nor encoded. Equal calls at the same time
    /// are one load, one decoding and one encoding; cancelling the task leaves it at once. Renewal,
    /// stale files, remembered failures and limits are as in ``image(for:)``. If the origin
    /// confirms the source, the file is renewed without being made again.
    ///
    /// If the request and the settings change nothing, the file has the source's bytes, as for
    /// ``encode(_:as:settings:)-(ImageResponse,_,_)``, with the metadata that the settings ask for.
    ///
    /// - Parameters:
    ///   - request: An ``ImageRequest``, or a `URL` or text that names one without options. It
    ///     needs no
    ///     `keepsEncodedBytes`.
    ///   - format: The format of the file; nil for the source's, or if it cannot be encoded,
    ///     one
    ///     that suits the image.
    ///   - settings: The quality and other settings, those that the format lacks are ignored; nil
    ///     for
    ///     the usual ones.
    /// - Throws: `ImageError`, which names the stage that failed and why.
    @inlinable
    public func file(
        for request: some ImageRequestConvertible, as format: ImageFormat? = nil,
        settings: EncodeSettings? = nil
    ) async throws(ImageError) -> ImageFile {
        try await ImageFile(
            response(to: request.imageRequest, as: .file(FileRecipe.of(format, settings))))
    }

    /// Returns the file that a program chooses by a request's image, as ``file(for:as:settings:)``
    /// does.
    ///
    /// - Parameters:
    ///   - request: An ``ImageRequest``, or a `URL` or text that names one without options.
    ///   - name: The name of the choice in keys, with all that it depends on besides its arguments.
    ///   - settings: The settings that the choice may return; part of keys.
    ///   - formats: The formats that may be chosen, by which the memory of encoding is estimated;
    ///     empty for
    ///     all.
    ///   - onProgress: Receives the progress of the transfer; nil to receive none.
    ///   - choose: Called on the decode executor with the image and the file it is made of, if no
    ///     cache has
    ///     what was chosen before. Its error is the encoding's.
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func file(
        for request: some ImageRequestConvertible, named name: String,
        settings: EncodeSettings = EncodeSettings(), among formats: Set<ImageFormat> = [],
        onProgress: ((LoadProgress) -> Void)? = nil,
        choosing choose:
            @escaping @Sendable (DecodedImage, EncodedImage) throws(CodecError) -> FileChoice
    ) async throws(ImageError) -> ImageFile {
        let product = Product.file(FileRecipe(nil, settings, (name, choose), among: formats))
        let request = request.imageRequest
        guard let onProgress else {
            return try await ImageFile(response(to: request, as: product))
        }
        for await update in updates(completed: completed(request), as: product) {
            if case .progress(let progress) = update { onProgress(progress) }
            if case .finished(let result) = update { return try ImageFile(result.get()) }
        }
        throw .cancelled
    }

    /// Returns `true` if a cache has the file of a named choice, or the bytes that it is made of.
    ///
    /// Memory is asked first, so that no write after the response is waited for.
    package func keepsFile(
        for request: some ImageRequestConvertible, named name: String,
        settings: EncodeSettings = EncodeSettings(), among formats: Set<ImageFormat> = []
    ) async -> Bool {
        let recipe = FileRecipe(
            nil, settings, (name, { _, _ throws(CodecError) in FileChoice(.png) }),
            among: formats)
        let request = completed(request.imageRequest)
        guard let prepared = try? await prepare(completed: request, as: .file(recipe)) else {
            return false
        }
        if stages.memory.holds(prepared) { return true }
        let trace = LoadTrace(key: prepared.imageKey, observers: observers)
        return await stages.disk.has(prepared, trace: trace)
    }

    /// Removes a file that ``file(for:as:settings:)`` keeps, and the bytes it was made of, as
    /// ``removeCached(_:)`` does.
    public func removeCachedFile(
        for request: some ImageRequestConvertible, as format: ImageFormat? = nil,
        settings: EncodeSettings? = nil
    ) async throws(ImageError) {
        try await removeCached(request.imageRequest, as: .file(.of(format, settings)))
    }

    /// Returns the names under which caches keep such a file, and the bytes it is made of.
    package func fileKeys(
        for request: some ImageRequestConvertible, as format: ImageFormat?,
        settings: EncodeSettings? = nil
    ) async throws(ImageError) -> (file: CacheKey, data: CacheKey) {
        let request = completed(request.imageRequest)
        let prepared = try await prepare(completed: request, as: .file(.of(format, settings)))
        return (prepared.imageKey, prepared.dataKey)
    }
}
