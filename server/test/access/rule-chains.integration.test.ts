import { describeAccess } from './access-suite.ts';
import { ruleChainsRows } from './rows/rule-chains.ts';

describeAccess(ruleChainsRows);
