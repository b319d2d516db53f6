// Constants and macros for the depth of a picture's channels.
// Input: BITS, 8 or 16. 8-bit pictures are RGBA8, whose channels shaders read as 0…1;
// 16-bit ones are RGBA16UI, whose channels are integers.

#if BITS == 16
#define PICTURE usampler2D
#define TEXEL uvec4
#define MOST 65535u
#else
#define PICTURE sampler2D
#define TEXEL vec4
#define MOST 255u
#endif
#define VALUES (1 << BITS)
