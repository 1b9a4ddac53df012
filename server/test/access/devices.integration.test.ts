import { describeAccess } from './access-suite.ts';
import { devicesRows } from './rows/devices.ts';

describeAccess(devicesRows);
