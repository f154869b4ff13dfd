import WebImageCoding

extension CodecList {
    /// The `Accept` header field: the media types it decodes, then any image, then anything.
    var accept: String {
        let types = decoders.flatMap(\.formats).map(\.mediaType)
        return types.joined(separator: ",") + ",image/*;q=0.8,*/*;q=0.5"
    }
}
