import { describeAccess } from './access-suite.ts';
import { peopleRows } from './rows/people.ts';

describeAccess(peopleRows);
