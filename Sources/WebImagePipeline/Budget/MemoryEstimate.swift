import WebImageRuntime

/// What work on the decode executor takes.
struct MemoryEstimate: Sendable {
    /// The bytes that are in use while it runs, what it makes among them.
    var byteCount: Int
    /// Those of the picture that it makes for somebody who waits; 0 where nobody does.
    var pictureByteCount: Int

    /// So many bytes.
    init(_ byteCount: Int, picture pictureByteCount: Int = 0) {
        self.byteCount = byteCount
        self.pictureByteCount = pictureByteCount
    }
}

/// What such work was given.
struct WorkClaims: Sendable {
    /// The memory it may use.
    let memory: Permit
    /// The seat of its picture; nil where it makes none.
    let seat: Permit?
}

/// The outcome of an image flight.
struct MadeImage: Sendable {
    let response: ImageResponse
    /// That of a picture that was just made.
    let seat: Permit?

    /// A response, and the seat of its picture.
    init(_ response: ImageResponse, seat: Permit?) {
        self.response = response
        self.seat = seat
    }
}
