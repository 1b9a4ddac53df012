import { describeAccess } from './access-suite.ts';
import { dashboardsRows } from './rows/dashboards.ts';

describeAccess(dashboardsRows);
