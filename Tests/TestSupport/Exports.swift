// The comparison of pictures is public in WebImageTesting; tests import it with this module.
@_exported public import WebImageTesting
