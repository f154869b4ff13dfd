import PictureGallery

#if canImport(Glibc)
    import Glibc
#endif

exit(GalleryApplication.run(Array(CommandLine.arguments.dropFirst())))
