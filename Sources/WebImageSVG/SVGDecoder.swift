#if SVG
#endif
