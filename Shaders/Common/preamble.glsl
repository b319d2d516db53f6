#version 300 es
// The dialect and its precisions: everything is exact, so nothing may be less than 32 bits.

precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;
precision highp usampler2D;
