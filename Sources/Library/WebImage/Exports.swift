// Re-exports the public modules, so that a program only writes `import WebImage`.
@_exported public import WebImageBMP
@_exported public import WebImageCaching
@_exported public import WebImageCoding
@_exported public import WebImageICO
@_exported public import WebImageInterceptors
@_exported public import WebImageLoading
@_exported public import WebImagePipeline
@_exported public import WebImagePixels
@_exported public import WebImagePrefetch
@_exported public import WebImageRuntime
@_exported public import WebImageThumbnails
@_exported public import WebImageTiers
@_exported public import WebImageTransforms
