import WebImageCoding

/// The options of files and responses.
enum ImgproxyFile: String, CaseIterable, Sendable {
    case stripMetadata = "strip_metadata"
    case keepCopyright = "keep_copyright"
    case stripColorProfile = "strip_color_profile"
    /// Keeps the gain map; pixels have 8 bits.
    case preserveHDR = "preserve_hdr"
    case quality
    case formatQuality = "format_quality"
    case maxBytes = "max_bytes"
    case format
    case skipProcessing = "skip_processing"
    case raw
    /// Makes another address of the same picture.
    case cachebuster
    case expires, filename
    case returnAttachment = "return_attachment"

    var maxArguments: Int {
        switch self {
        case .formatQuality, .skipProcessing: .max
        case .filename: 2
        case .stripMetadata, .keepCopyright, .stripColorProfile, .preserveHDR, .quality, .maxBytes,
            .format,
            .raw, .cachebuster, .expires, .returnAttachment:
            1
        }
    }
}

/// The options that set limits, which a server must allow.
enum ImgproxyLimit: String, CaseIterable, Sendable {
    case maxSourceResolution = "max_src_resolution"
    case maxSourceFileSize = "max_src_file_size"
    case maxAnimationFrames = "max_animation_frames"
    case maxAnimationFrameResolution = "max_animation_frame_resolution"
    case maxResultDimension = "max_result_dimension"
}

extension ImgproxyOptions {
    /// - Parameter now: The seconds since 1970, which an end is compared with.
    mutating func set(
        _ option: ImgproxyFile, _ arguments: ImgproxyArguments, now: Int
    ) throws(URLFault) {
        switch option {
        case .stripMetadata: encoding.stripsMetadata = arguments.flag(0)
        case .keepCopyright: encoding.keepsCopyright = arguments.flag(0)
        case .stripColorProfile: encoding.stripsProfile = arguments.flag(0)
        case .preserveHDR:
            encoding.keepsGainMap = arguments.flag(0)
            encoding.depth = encoding.keepsGainMap == true ? .hdr : .eight
        case .quality: encoding.quality = Self.unlessZero(try arguments.integer(0, in: 0...100))
        case .formatQuality: try setQualities(arguments)
        case .maxBytes: encoding.maxByteCount = Self.unlessZero(try arguments.integer(0))
        case .format: encoding.format = try arguments.format(0)
        case .skipProcessing:
            for index in arguments.values.indices {
                encoding.skippedFormats.insert(try arguments.format(index))
            }
        case .raw: isRaw = arguments.flag(0)
        case .cachebuster: break
        case .expires:
            let time = try arguments.integer(0, in: Int.min...Int.max)
            guard time <= 0 || time >= now else {
                throw URLFault(.expired, of: arguments.name, "the address has expired")
            }
            expires = time > 0 ? time : nil
        case .filename: try setFileName(arguments)
        case .returnAttachment: isAttachment = arguments.flag(0)
        }
    }

    /// Returns nil for 0, which stands for no value of the address.
    private static func unlessZero(_ value: Int) -> Int? { value == 0 ? nil : value }

    private mutating func setQualities(_ arguments: ImgproxyArguments) throws(URLFault) {
        guard arguments.values.count % 2 == 0 else {
            throw URLFault(of: arguments.name, "expected pairs of format and quality")
        }
        for index in stride(from: 0, to: arguments.values.count, by: 2) {
            let quality = try arguments.integer(index + 1, in: 0...100)
            encoding.formatQualities[try arguments.format(index)] = Self.unlessZero(quality)
        }
    }

    private mutating func setFileName(_ arguments: ImgproxyArguments) throws(URLFault) {
        let isEncoded = arguments.flag(1)
        let name = try arguments.value(0, expected: "a name in Base64") {
            isEncoded ? Base64URL.text($0, padding: true) : String($0)
        }
        // It becomes a part of a header field.
        guard !name.hasControls else {
            throw arguments.fault(0, expected: "a name without control characters")
        }
        fileName = name.isEmpty ? nil : name
    }

    mutating func set(_ option: ImgproxyLimit, _ arguments: ImgproxyArguments) throws(URLFault) {
        switch option {
        case .maxSourceResolution:
            limits.maxPixels = Self.pixels(try arguments.number(0, in: .positive))
        case .maxSourceFileSize: limits.maxSourceBytes = Self.limit(try arguments.integer(0))
        case .maxAnimationFrames: limits.maxFrames = try arguments.integer(0, in: 1...Int.max)
        case .maxAnimationFrameResolution:
            let megapixels = try arguments.number(0)
            limits.maxFramePixels = megapixels > 0 ? Self.pixels(megapixels) : .max
        case .maxResultDimension: limits.maxResultSide = Self.limit(try arguments.integer(0))
        }
    }

    /// Returns the largest number for 0, which stands for no limit.
    private static func limit(_ value: Int) -> Int { value == 0 ? .max : value }

    /// Returns the pixels of megapixels, at least one.
    private static func pixels(_ megapixels: Double) -> Int {
        Int(max(1, min((megapixels * 1e6).rounded(), 0x1p62)))
    }
}
