extension ImagePipeline {
    /// The number of images that are being made now, by this pipeline and its copies; those who wait
    /// for the same one count once.
    public var runningCount: Int { shared.images.count }
}
