import { describeAccess } from './access-suite.ts';
import { reportsRows } from './rows/reports.ts';

describeAccess(reportsRows);
