import { BarChart } from 'echarts/charts';
import * as core from 'echarts/core';

// Loaded with the first chart that has bars.
core.use([BarChart]);
