#if TIFF
#endif
