import { describeAccess } from './access-suite.ts';
import { tenantsRows } from './rows/tenants.ts';

describeAccess(tenantsRows);
