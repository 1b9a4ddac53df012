import { describeAccess } from './access-suite.ts';
import { jobsRows } from './rows/jobs.ts';

describeAccess(jobsRows);
