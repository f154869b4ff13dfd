// What compares pictures is public in WebImageTesting; tests get it along with the rest.
@_exported public import WebImageTesting
