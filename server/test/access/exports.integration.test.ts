import { describeAccess } from './access-suite.ts';
import { exportsRows } from './rows/exports.ts';

describeAccess(exportsRows);
