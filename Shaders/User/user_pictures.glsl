// The first text of a user's shader for pictures of 16 bits per channel. OpenGL does not filter
// integers, so these functions replace the language's: they filter with positions in 256ths of a
// texel and repeated edges.

precision highp float;
precision highp int;
precision highp usampler2D;

vec4 segue_texelFetch(usampler2D picture, ivec2 place, int lod) {
  return vec4(texelFetch(picture, place, lod)) / 65535.0;
}

vec4 segue_texel(usampler2D picture, ivec2 place) {
  return segue_texelFetch(picture, clamp(place, ivec2(0), textureSize(picture, 0) - 1), 0);
}

vec4 segue_texture(usampler2D picture, vec2 uv) {
  vec2 place = floor(clamp(uv, 0.0, 1.0) * vec2(textureSize(picture, 0)) * 256.0 + 0.5) - 128.0;
  ivec2 texel = ivec2(floor(place / 256.0));
  vec2 part = place / 256.0 - vec2(texel);
  vec4 upper = mix(segue_texel(picture, texel), segue_texel(picture, texel + ivec2(1, 0)), part.x);
  vec4 lower = mix(segue_texel(picture, texel + ivec2(0, 1)), segue_texel(picture, texel + 1), part.x);
  return mix(upper, lower, part.y);
}

vec4 segue_texture(usampler2D picture, vec2 uv, float bias) { return segue_texture(picture, uv); }
vec4 segue_textureLod(usampler2D picture, vec2 uv, float lod) { return segue_texture(picture, uv); }
vec4 segue_textureGrad(usampler2D picture, vec2 uv, vec2 across, vec2 down) { return segue_texture(picture, uv); }
vec4 segue_textureOffset(usampler2D picture, vec2 uv, ivec2 offset) {
  return segue_texture(picture, uv + vec2(offset) / vec2(textureSize(picture, 0)));
}
vec4 segue_textureOffset(usampler2D picture, vec2 uv, ivec2 offset, float bias) {
  return segue_textureOffset(picture, uv, offset);
}
vec4 segue_textureLodOffset(usampler2D picture, vec2 uv, float lod, ivec2 offset) {
  return segue_textureOffset(picture, uv, offset);
}
vec4 segue_texelFetchOffset(usampler2D picture, ivec2 place, int lod, ivec2 offset) {
  return segue_texelFetch(picture, place + offset, lod);
}
vec4 segue_textureProj(usampler2D picture, vec3 uv) { return segue_texture(picture, uv.xy / uv.z); }
vec4 segue_textureProj(usampler2D picture, vec4 uv) { return segue_texture(picture, uv.xy / uv.w); }
vec4 segue_textureProj(usampler2D picture, vec3 uv, float bias) { return segue_textureProj(picture, uv); }
vec4 segue_textureProj(usampler2D picture, vec4 uv, float bias) { return segue_textureProj(picture, uv); }
vec4 segue_textureProjLod(usampler2D picture, vec3 uv, float lod) { return segue_textureProj(picture, uv); }
vec4 segue_textureProjLod(usampler2D picture, vec4 uv, float lod) { return segue_textureProj(picture, uv); }

#define sampler2D usampler2D
#define texture segue_texture
#define textureLod segue_textureLod
#define textureGrad segue_textureGrad
#define textureOffset segue_textureOffset
#define textureLodOffset segue_textureLodOffset
#define texelFetch segue_texelFetch
#define texelFetchOffset segue_texelFetchOffset
#define textureProj segue_textureProj
#define textureProjLod segue_textureProjLod
#define SEGUE_DEEP
