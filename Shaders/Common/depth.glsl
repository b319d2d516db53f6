// Constants and macros for the depth of a picture's channels. Input: BITS, 8 or 16. Pictures of 8 bits are RGBA8, whose
// channels shaders see as shares of 1; those of 16 bits are RGBA16UI, whose channels are integers.

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
