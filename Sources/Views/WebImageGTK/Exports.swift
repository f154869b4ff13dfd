#if GTK

    // A program with views needs one import.
    @_exported public import CGTK4
    @_exported public import WebImage
    @_exported public import WebImageViews

#endif
