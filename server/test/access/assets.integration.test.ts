import { describeAccess } from './access-suite.ts';
import { assetsRows } from './rows/assets.ts';

describeAccess(assetsRows);
