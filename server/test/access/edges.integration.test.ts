import { describeAccess } from './access-suite.ts';
import { edgesRows } from './rows/edges.ts';

describeAccess(edgesRows);
