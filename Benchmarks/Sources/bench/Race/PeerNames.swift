enum PeerNames {
    static let ours = "WebImage"
    static let floor = "floor in C"
    /// The wheels that bring their own libraries.
    static let wheels = ["pyvips", "Pillow", "OpenCV"]

    /// Returns `true` if a row is about a peer.
    static func isOther(_ name: String) -> Bool {
        (wheels + [floor, "vipsthumbnail", "curl", "nscache"]).contains(name)
            || name.hasPrefix("floor-")
    }
}
