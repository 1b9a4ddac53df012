import { BarChart } from 'echarts/charts';
import * as core from 'echarts/core';

// Comes with the first chart that has bars.
core.use([BarChart]);
