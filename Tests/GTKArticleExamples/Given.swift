#if GTK

    import CGTK4
    import WebImageGTK

    // The names that the articles' examples use without declaring them.

    @GTKActor let view = WebImageView()
    @GTKActor let names = ["cat", "dog"]
    @GTKActor let thumbnail = DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1)))
    let url = "https://example.com/cat.jpg"

    /// The scope of the cells of tables.
    @GTKActor struct Row {}

    @GTKActor final class PictureList {
        var prefetcher: ScrollPrefetcher?
    }
    @GTKActor let list = PictureList()

    @MainActor final class Library {
        var favourite = "https://example.com/cat.jpg"
        var isLoaded = false
    }
    @MainActor let library = Library()

#endif
