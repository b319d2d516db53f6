#version 300 es
// The GLSL version and the precisions: exact results need 32 bits everywhere.

precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;
precision highp usampler2D;
