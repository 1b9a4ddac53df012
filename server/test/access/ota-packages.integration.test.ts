import { describeAccess } from './access-suite.ts';
import { otaPackagesRows } from './rows/ota-packages.ts';

describeAccess(otaPackagesRows);
