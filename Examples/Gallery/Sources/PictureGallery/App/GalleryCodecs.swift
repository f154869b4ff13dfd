import WebImage
import WebImageSandbox

/// The formats that are decoded in processes without rights.
enum GalleryCodecs: String {
    /// All; there are no previews of arriving bytes.
    case all
    /// Those whose libraries are loaded on first use.
    case onDemand = "on-demand"
    /// None; SVG is refused.
    case off

    /// Returns the codecs; their processes start when a picture needs one.
    ///
    /// - Parameter worker: The executable to start; nil for this program's own.
    func list(worker: String? = nil) -> CodecList {
        switch self {
        case .all: .sandboxedOnFirstUse(worker: worker)
        case .onDemand:
            .sandboxedOnFirstUse(formats: [.svg, .tiff, .avif, .heic, .jxl], worker: worker)
        case .off: .installed
        }
    }
}
