import { CustomChart } from 'echarts/charts';
import * as core from 'echarts/core';

// Loaded with the first chart that has bars of the calendar.
core.use([CustomChart]);
