// Source $: a uniform colour.

uniform uvec4 color_$;

uvec4 source_$() { return color_$; }
