#if JPEGXL
#endif
