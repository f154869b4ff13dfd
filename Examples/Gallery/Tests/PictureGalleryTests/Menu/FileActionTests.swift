import CGTK4
import Foundation
import Testing
import WebImage
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    struct FileActionTests {
        /// The value of a type on the clipboard; the caller unsets it.
        @GTKActor private func clipboard(_ run: GalleryRun, _ type: GType) throws -> GValue? {
            let clipboard = try #require(gtk_widget_get_clipboard(run.grid.widget))
            guard let content = gdk_clipboard_get_content(clipboard) else { return nil }
            var value = GValue()
            g_value_init(&value, type)
            guard gdk_content_provider_get_value(content, &value, nil) != 0 else {
                g_value_unset(&value)
                return nil
            }
            return value
        }

        /// The width of the texture on the clipboard.
        @GTKActor private func copiedWidth(_ run: GalleryRun) throws -> Int? {
            guard var value = try clipboard(run, gdk_texture_get_type()) else { return nil }
            defer { g_value_unset(&value) }
            return g_value_get_object(&value).map { Int(gdk_texture_get_width(OpaquePointer($0))) }
        }

        @Test @GTKActor func `a copy of a file is its whole picture and the file`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.grid.reveal(1)
            run.activate("copy")
            #expect(await until { run.window.lastMessage == "Picture copied" })
            let size = PictureRecipe(2).size.scaled(by: 0.5)
            #expect(try copiedWidth(run) == size.width)
            var value = try #require(try clipboard(run, gdk_file_list_get_type()))
            defer { g_value_unset(&value) }
            let list = try #require(g_value_get_boxed(&value))
            let files = gdk_file_list_get_files(OpaquePointer(list))
            defer { g_slist_free(files) }
            let path = try #require(g_file_get_path(OpaquePointer(files?.pointee.data)))
            #expect(String(cString: path) == folder.file("b.jpg"))
            g_free(path)
            run.window.open(0)
            #expect(await run.isOpen())
            gdk_clipboard_set_content(gtk_widget_get_clipboard(run.grid.widget), nil)
            run.activate("copy")
            #expect(try copiedWidth(run) == size.width)
            run.close()
        }

        @Test @GTKActor func `a copy of a URL is the picture and the URL`() async throws {
            let run = try GalleryRun(count: 10)
            guard case .url(let url) = run.source.request(at: 2).source else {
                Issue.record("a generated picture has a URL")
                return
            }
            run.window.show(ListSource("List", [.address(url)]))
            #expect(await run.isComplete())
            run.grid.reveal(0)
            run.activate("copy")
            #expect(await until { run.window.lastMessage == "Picture copied" })
            #expect(try copiedWidth(run) == run.source.size(at: 2).width)
            var value = try #require(try clipboard(run, GType(16 << 2)))
            #expect(g_value_get_string(&value).map { String(cString: $0) } == url)
            g_value_unset(&value)
            run.close()
        }

        /// The name of the program that is selected in a dialogue.
        @GTKActor private func program(in dialog: Widget) -> String? {
            guard let program = gtk_app_chooser_get_app_info(OpaquePointer(dialog)) else {
                return nil
            }
            defer { g_object_unref(UnsafeMutableRawPointer(program)) }
            return g_app_info_get_name(program).map { String(cString: $0) }
        }

        @Test @GTKActor func `a file is opened with the program that the user chooses`()
            async throws
        {
            let folder = try TestFolder(["a.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.grid.reveal(0)
            run.activate("open-with")
            let type = gtk_app_chooser_dialog_get_type()
            #expect(await until { Seen.window(type) != nil })
            let dialog = try #require(Seen.window(type))
            #expect(await until { program(in: dialog) == "Viewer" })
            gtk_dialog_response(
                UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkDialog.self),
                GTK_RESPONSE_OK.rawValue)
            #expect(await until { TestHome.openedPath == folder.file("a.jpg") })
            #expect(await until { Seen.window(type) == nil })
            run.close()
        }

        @Test(.enabled(if: getenv("DBUS_SESSION_BUS_ADDRESS") != nil, "there is no bus"))
        @GTKActor func `the file manager shows the file, or else a program its folder`()
            async throws
        {
            let folder = try TestFolder(["a b.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.grid.reveal(0)
            let manager = try #require(TestFileManager())
            run.activate("show-in-folder")
            let uri = URL(fileURLWithPath: folder.file("a b.jpg")).absoluteString
            #expect(await until { TestFileManager.uris == [uri] })
            manager.end()
            run.activate("show-in-folder")
            #expect(await until { TestHome.openedPath == folder.path })
            run.close()
        }
    }
}

extension GeneratedSource {
    /// The size of a picture of the tests.
    func size(at index: Int) -> PixelSize { PictureRecipe(index).size.scaled(by: 0.1) }
}
