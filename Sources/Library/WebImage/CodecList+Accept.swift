import WebImageCoding

extension CodecList {
    /// The value of the `Accept` header field: all media types that can be decoded, then any image,
    /// then anything.
    var accept: String {
        let types = decoders.flatMap(\.formats).map(\.mediaType)
        return types.joined(separator: ",") + ",image/*;q=0.8,*/*;q=0.5"
    }
}
