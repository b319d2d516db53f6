#include "CSegueKernels.h"

// The kernels by name, once per depth.

#define SEGUE_KERNELS(of) { \
    .mix_opaque = of(mix_opaque), .mix_opaque_streaming = of(mix_opaque_streaming),                           \
    .mix_alpha = of(mix_alpha), .mix_opaque_weights = of(mix_opaque_weights),                                 \
    .mix_alpha_weights = of(mix_alpha_weights), .over_opaque = of(over_opaque),                               \
    .over_alpha = of(over_alpha), .fill = of(fill), .copy_visible = of(copy_visible),                         \
    .expand_runs = of(expand_runs), .count = of(count), .halve_opaque = of(halve_opaque),                     \
    .halve_alpha = of(halve_alpha), .add_opaque = of(add_opaque), .add_alpha = of(add_alpha),                 \
    .average_rows = of(average_rows), .round_opaque = of(round_opaque), .divide_alpha = of(divide_alpha),     \
    .reduce = of(reduce), .repeat_ends = of(repeat_ends), .enlarge = of(enlarge),                             \
    .blend_down = of(blend_down), .blend_across = of(blend_across), .blend_along = of(blend_along),           \
    .blend_down_alpha = of(blend_down_alpha), .blend_across_alpha = of(blend_across_alpha),                   \
    .gather_alpha = of(gather_alpha), .gather_opaque = of(gather_opaque),                                     \
    .gather_inside = of(gather_inside), .gather_anywhere = of(gather_anywhere), .cover = of(cover),  \
}

#define SEGUE_8(name) segue_##name
#define SEGUE_16(name) segue_##name##_16

static const segue_kernels of_8 = SEGUE_KERNELS(SEGUE_8), of_16 = SEGUE_KERNELS(SEGUE_16);

const segue_kernels *segue_kernels_of(int bits) { return bits == 16 ? &of_16 : &of_8; }
