import CGTK4
import WebImage
import WebImageGTK
import WebImagePixels
import WebImageTesting
import WebImageViews

/// The cells of a grid.
enum GridKind: String {
    case plain, warm, cold
}

/// The pictures of the grids: 128 pixels on each side.
enum GridPicture {
    static let side = 128
    /// The number of different pictures, except in a cold grid.
    static let count = 200

    /// Returns a picture whose shade depends on a number.
    static func bitmap(_ number: Int) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(side, side), isOpaque: true)
        for y in 0..<side {
            for x in 0..<side {
                let shade = UInt8(truncatingIfNeeded: x &* y &+ number &* 37)
                bitmap[x, y] = SIMD4(shade, UInt8(x * 2), UInt8(y * 2), 255)
            }
        }
        return bitmap
    }
}

/// The factories of cells.
@GTKActor enum GridCells {
    /// Returns a factory of cells of `GtkPicture`, which share textures.
    static func plain() -> OpaquePointer? {
        let textures = (0..<GridPicture.count).compactMap { ImageTexture(GridPicture.bitmap($0)) }
        let factory = gtk_signal_list_item_factory_new()
        guard let factory else { return nil }
        Signal.connect("setup", of: factory) { call in
            let picture = gtk_picture_new()
            gtk_widget_set_size_request(picture, gint(GridPicture.side), gint(GridPicture.side))
            gtk_list_item_set_child(call.object(at: 1), picture)
        }
        Signal.connect("bind", of: factory) { call in
            guard let item = call.object(at: 1), let child = gtk_list_item_get_child(item) else {
                return
            }
            let texture = textures[Int(gtk_list_item_get_position(item)) % textures.count]
            gtk_picture_set_paintable(OpaquePointer(child), texture.pointer)
        }
        return factory
    }

    /// Returns a factory of cells that load, of `count` different pictures.
    static func views(_ pipeline: ImagePipeline, count: Int) -> OpaquePointer {
        WebImageView.listItemFactory(
            width: GridPicture.side, height: GridPicture.side, pipeline: pipeline,
            setup: { $0.presentation.transition = nil },
            bind: { view, position, _ in
                view.load("https://example.com/\(position % count)")
            })
    }
}
