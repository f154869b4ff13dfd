import PictureGallery
import WebImageSandbox

#if canImport(Glibc)
    import Glibc
#endif

DecoderWorker.runIfAsked()
exit(GalleryApplication.run(Array(CommandLine.arguments.dropFirst())))
