// Re-exports the modules below, so that `import WebImageCoding` has all that codecs need.
@_exported public import WebImageBytes
@_exported public import WebImageColorimetry
@_exported public import WebImageMetadata
@_exported public import WebImagePlaceholders
@_exported public import WebImageSizing
