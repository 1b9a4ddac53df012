import { TooltipComponent } from 'echarts/components';
import * as core from 'echarts/core';

// What follows the pointer: loaded with the first pointer that comes. Charts from before do not know of it.
core.use([TooltipComponent]);

export { liftPlot } from './moved-plot.ts';
export { withNearestItem } from './nearest-item.ts';
