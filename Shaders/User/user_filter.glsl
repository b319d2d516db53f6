// The additional text before a user's filter: its picture.

vec4 getColor(vec2 uv) { return getFromColor(uv); }
