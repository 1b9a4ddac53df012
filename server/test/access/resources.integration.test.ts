import { describeAccess } from './access-suite.ts';
import { resourcesRows } from './rows/resources.ts';

describeAccess(resourcesRows);
