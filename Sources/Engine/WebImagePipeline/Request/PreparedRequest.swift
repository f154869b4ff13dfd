import Synchronization
package import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// A request with the pipeline's defaults, its keys, and the decisions that depend on both.
///
/// It keeps the settings of the pipeline that apply, but nothing that keeps the pipeline alive.
package final class PreparedRequest: Sendable {
    /// Names the image made of the bytes.
    package let imageKey: CacheKey
    let control: LoadControl?
    let plan: CachePlan
    /// `true` if the header fields have cache directives.
    let hasDirectives: Bool
    /// The request, the pipeline's default options under its own.
    package let request: ImageRequest
    /// The content of ``imageKey``.
    let key: ImageKey
    /// The requests of the pictures that its transforms need besides.
    let inputs: [TransformInput]
    /// `true` if transforms draw other pictures, loaded by now or not.
    var hasInputs: Bool { !inputs.isEmpty }
    /// `false` if the result is kept in no cache, since an input must not be or is stale.
    let keepsResult: Bool
    /// The serializer that writes and names the variant; nil if none is kept.
    let serializer: (any ImageSerializer)?
    var product: Product { key.product }
    /// `true` if the disk may have the final image's own bytes, or the file that is wanted.
    var hasVariant: Bool { serializer != nil || product.isFile }
    private let loader: any ImageLoader
    /// The total time of the network policy.
    private let policyTimeout: Duration?
    /// The key of the bytes, made when it is asked for: a hit in memory does not.
    private let madeDataKey = Mutex<CacheKey?>(nil)

    /// - Parameter key: The key of the request's image in the pipeline of these stages.
    convenience init(
        _ request: ImageRequest, _ key: ImageKey, _ inputs: [TransformInput],
        in stages: Stages
    ) {
        let serializer = key.product.isFile ? nil : request.variantSerializer(in: stages)
        self.init(
            request, key, inputs, keepsResult: true, serializer,
            request.loader ?? stages.settings.loader, stages.policyTimeout)
    }

    private init(
        _ request: ImageRequest, _ key: ImageKey, _ inputs: [TransformInput],
        keepsResult: Bool, _ serializer: (any ImageSerializer)?, _ loader: any ImageLoader,
        _ policyTimeout: Duration?
    ) {
        (self.request, self.key, imageKey) = (request, key, CacheKey(key))
        (self.inputs, self.keepsResult, self.serializer) = (inputs, keepsResult, serializer)
        (self.loader, self.policyTimeout) = (loader, policyTimeout)
        control = request.control
        hasDirectives = request.hasDirectives
        plan = CachePlan(
            request.options, isOnlyIfCached: request.isOnlyIfCached,
            hasSerializer: serializer != nil, isFile: key.product.isFile)
    }

    /// Returns the prepared request with the same keys and other settings.
    func with(
        keepsResult: Bool? = nil, _ change: (inout ImageRequest) -> Void
    ) -> PreparedRequest {
        var request = request
        change(&request)
        return PreparedRequest(
            request, key, inputs, keepsResult: keepsResult ?? self.keepsResult, serializer,
            loader, policyTimeout)
    }

    /// Returns the request under the keys of one with other header fields, given by their digest.
    func named(_ headers: String, in stages: Stages) -> PreparedRequest {
        PreparedRequest(
            request, key.with(.of(request, headers: headers, in: stages)), inputs,
            keepsResult: keepsResult, serializer, loader, policyTimeout)
    }

    /// Returns the needs of its caller, which change if it has a ``LoadControl``.
    func needs(previews: PreviewPolicy = .off) -> Needs {
        let needs = WorkNeeds(
            priority: request.priority, keeping: plan.writes, previewInterval: previews.interval)
        return request.control?.needs(from: needs) ?? Needs(needs)
    }

    /// Returns `true` if a response may be stored on disk.
    func isStorable(_ response: LoadedBody) -> Bool {
        response.origin == .network && request.source.isRemote && response.head.status != 206
    }

    /// The options of the request, without a copy of all of it.
    var options: ImageOptions { request.options }
    /// The total time of a caller: the option, else the network policy's.
    var timeout: Duration? { request.timeout(under: policyTimeout) }
    /// Names the encoded bytes.
    package var dataKey: CacheKey {
        madeDataKey.withLock { made in
            if let made { return made }
            let name = CacheKey(DataKey(image: key))
            made = name
            return name
        }
    }
    /// The fields that would be sent, without the interceptors' own.
    var sentHeaders: HeaderFields {
        request.headers.adding(loader.addedHeaders(for: request.source))
    }
    /// `true` if the origin may be asked: files and bytes of the caller are there whatever the plan
    /// says.
    var asksOrigin: Bool { plan.policy != .onlyIfCached || !request.source.isRemote }
    /// Returns `true` if the image shows all of its file: no transform, not scaled, every frame.
    func showsAll(of image: DecodedImage) -> Bool {
        TransformChain(transforms: request.transforms).isIdentity
            && image.size == image.metadata.size
            && options.targetSizing?
                .isIdle(on: image.size, isVector: image.metadata.isVector) != false
            && (!options.firstFrameOnly || image.metadata.frameCount == 1) && options.page == 0
    }
    /// Returns the file of an image, and how the image was made of it.
    func original(_ file: EncodedImage, of image: DecodedImage) -> EncodedOriginal {
        EncodedOriginal(file: file, isShown: showsAll(of: image), statesSRGB: options.statesSRGB)
    }
    /// `true` if the gain map is decoded besides.
    var keepsGainMap: Bool {
        if case .file(let recipe) = product { recipe.keepsGainMap } else { request.keepsGainMap }
    }
    /// `true` if a file is wanted in place of a picture.
    var isForFile: Bool { if case .file = product { true } else { false } }
    /// Returns `true` for a picture, and for a file that one of the encoders may write with light.
    func holdsLight(_ encoders: [any ImageEncoder]) -> Bool {
        guard case .file(let recipe) = product else { return true }
        return recipe.mayBe(of: encoders) { LightForm(recipe.settings, $0) != .reduced }
    }
    /// Returns `true` for a file with light, whatever encoder writes it, if all transforms take
    /// light.
    func transformsLight(_ encoders: [any ImageEncoder]) -> Bool {
        guard case .file(let recipe) = product, options.pixelDepth == .hdr,
            request.transforms.allSatisfy({ $0.isIdentity || $0.takes(.rgbaHalf) })
        else { return false }
        return !recipe.mayBe(of: encoders) { LightForm(recipe.settings, $0) == .reduced }
    }
    /// Returns `true` for a lossless file of the picture as it is, if one of the encoders for it
    /// keeps translucent colours.
    func keepsTranslucency(_ encoders: [any ImageEncoder]) -> Bool {
        guard case .file(let recipe) = product, recipe.settings.isLossless,
            recipe.settings.maxColorCount == nil,
            TransformChain(transforms: request.transforms).isIdentity
        else { return false }
        return recipe.mayBe(of: encoders, where: \.keepsTranslucency)
    }
    /// `true` if pixels must be in sRGB, since the request or a transform says so.
    var needsSRGB: Bool {
        options.statesSRGB || request.transforms.contains { !$0.isIdentity && $0.usesColors }
    }
    /// `true` if the caller gave up, by its task or by its control.
    var isCancelled: Bool { Task.isCancelled || control?.isCancelled == true }
}

extension ImageRequest {
    /// Returns the request for the loader.
    func loadRequest(limits: LoadLimits) -> LoadRequest {
        var request = LoadRequest(
            source: source, method: method, headers: headers, body: body, options: options,
            limits: limits)
        request.attributes = attributes
        return request
    }

    /// - Throws: `ImageError.request` if the user data are too long to be kept.
    func checkUserData() throws(ImageError) {
        guard !isPlain, userData.count > Self.maxUserDataByteCount else { return }
        throw .request(
            "userData has \(userData.count) bytes, at most \(Self.maxUserDataByteCount) are kept")
    }

    /// `true` if the header fields have cache directives.
    var hasDirectives: Bool { !isPlain && RequestDirectives.areIn(headers) }

    /// `true` if the header field `Cache-Control` says `only-if-cached`.
    var isOnlyIfCached: Bool { hasDirectives && RequestDirectives(headers).isOnlyIfCached }

    /// Returns the total time of a caller: the option, else the network policy's.
    func timeout(under policyTimeout: Duration?) -> Duration? {
        guard let policyTimeout, source.isRemote, !options.sets(ImageOptions.Timeout.self) else {
            return timeout
        }
        return policyTimeout
    }
}
