import WebImageRuntime

/// The memory of work on the decode executor.
struct MemoryEstimate: Sendable {
    /// The bytes in use while the work runs, with its result.
    var byteCount: Int
    /// The bytes of the picture for a waiting caller; 0 if there is none.
    var pictureByteCount: Int

    init(_ byteCount: Int, picture pictureByteCount: Int = 0) {
        self.byteCount = byteCount
        self.pictureByteCount = pictureByteCount
    }
}

/// The permits of work on the decode executor.
struct WorkClaims: Sendable {
    let memory: Permit
    /// The seat of its picture; nil if it makes none.
    let seat: Permit?
}

/// The outcome of the shared work for an image.
struct MadeImage: Sendable {
    let response: ImageResponse
    /// The seat of a picture that was just made.
    let seat: Permit?

    init(_ response: ImageResponse, seat: Permit?) {
        self.response = response
        self.seat = seat
    }
}
