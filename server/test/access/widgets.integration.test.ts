import { describeAccess } from './access-suite.ts';
import { widgetsRows } from './rows/widgets.ts';

describeAccess(widgetsRows);
