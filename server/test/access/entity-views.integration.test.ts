import { describeAccess } from './access-suite.ts';
import { entityViewsRows } from './rows/entity-views.ts';

describeAccess(entityViewsRows);
