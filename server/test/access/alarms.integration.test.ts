import { describeAccess } from './access-suite.ts';
import { alarmsRows } from './rows/alarms.ts';

describeAccess(alarmsRows);
