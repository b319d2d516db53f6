#version 300 es
// The text before a user's shader: the inputs of the GL Transitions format. Their bottom row is at y = 0,
// whereas pictures and targets have their top row first. The host's names begin with `segue_`. Users' names
// must not begin so. The result is straight alpha, rounded to the picture's channels. SEGUE_DEEP means
// 16-bit channels.

precision highp float;
precision highp int;
precision highp sampler2D;

uniform float progress;
uniform float ratio;
uniform sampler2D segue_from;
uniform sampler2D segue_to;
uniform vec2 segue_size;
in vec2 segue_place;
#ifdef SEGUE_DEEP
#define SEGUE_TEXEL uvec4
#else
#define SEGUE_TEXEL vec4
#endif
out SEGUE_TEXEL segue_result;
vec2 segue_uv;
vec4 segue_FragCoord;

vec4 getFromColor(vec2 uv) { return texture(segue_from, vec2(uv.x, 1.0 - uv.y)); }

vec4 getToColor(vec2 uv) { return texture(segue_to, vec2(uv.x, 1.0 - uv.y)); }

vec4 segue_texture2D(sampler2D picture, vec2 uv) { return texture(picture, uv); }
vec4 segue_texture2D(sampler2D picture, vec2 uv, float bias) { return texture(picture, uv, bias); }
vec4 segue_texture2DLod(sampler2D picture, vec2 uv, float lod) { return textureLod(picture, uv, lod); }
vec4 segue_texture2DProj(sampler2D picture, vec3 uv) { return textureProj(picture, uv); }
vec4 segue_texture2DProj(sampler2D picture, vec4 uv) { return textureProj(picture, uv); }

#define segue_dFdy(value) (-dFdy(value))

void segue_begin() {
  segue_uv = vec2(segue_place.x, 1.0 - segue_place.y);
  segue_FragCoord = vec4(segue_uv * segue_size, gl_FragCoord.zw);
}

float segue_number(float value) { return isnan(value) ? 0.0 : clamp(value, 0.0, 1.0); }

SEGUE_TEXEL segue_stored(vec4 value) {
  vec4 color = vec4(
    segue_number(value.r), segue_number(value.g), segue_number(value.b), segue_number(value.a));
#ifdef SEGUE_DEEP
  color = floor(color * 65535.0 + 0.5);
  return color.a == 0.0 ? uvec4(0u) : uvec4(color);
#else
  color = floor(color * 255.0 + 0.5);
  return color.a == 0.0 ? vec4(0.0) : (color + 0.125) * (1.0 / 255.0);
#endif
}
