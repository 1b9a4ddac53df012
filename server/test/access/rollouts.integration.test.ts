import { describeAccess } from './access-suite.ts';
import { rolloutsRows } from './rows/rollouts.ts';

describeAccess(rolloutsRows);
