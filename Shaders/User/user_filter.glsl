// The text before a user's filter, besides the text before every user's shader: the picture that it filters.

vec4 getColor(vec2 uv) { return getFromColor(uv); }
