import CGTK4
import Glibc
import WebImageGTK

/// Scrolls a grid of pictures by one row per frame, and prints the costs as numbers:
/// CPU milliseconds, loads begun, cells shown, and the peak memory in kilobytes.
///
///     grids plain|warm|cold ITEMS ROWS
///
/// - `plain`: cells are `GtkPicture`, which share 200 textures that were made beforehand.
/// - `warm`: cells are `WebImageView`, whose 200 pictures are in the memory cache.
/// - `cold`: cells are `WebImageView`, and each item has a picture of its own.
let arguments = CommandLine.arguments
guard arguments.count == 4, let kind = GridKind(rawValue: arguments[1]),
    let items = Int(arguments[2]), let rows = Int(arguments[3])
else {
    print("usage: grids plain|warm|cold ITEMS ROWS")
    exit(64)
}
GTKActor.claimThread()
guard gtk_init_check() != 0 else {
    print("grids: there is no display")
    exit(1)
}
GTKActor.assumeIsolated {
    let scene = GridScene(kind, items: items)
    Task {
        let cost = await scene.run(rows: rows)
        print(cost)
        exit(0)
    }
}
g_main_loop_run(g_main_loop_new(nil, 0))
