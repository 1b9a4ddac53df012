import { MarkLineComponent } from 'echarts/components';
import * as core from 'echarts/core';

// Loaded with the first chart that has thresholds.
core.use([MarkLineComponent]);
