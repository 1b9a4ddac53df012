import { describeAccess } from './access-suite.ts';
import { callsRows } from './rows/calls.ts';

describeAccess(callsRows);
