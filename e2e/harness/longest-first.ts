import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: one that begins last keeps everybody waiting while the other core rests. */
const LONGEST = [
  'every-page',
  'database-outage',
  'lifecycle',
  'first-visit',
  'settings',
  'session',
  'rule-chains',
  'recorder',
  'gallery',
  'access-for-all',
  'rules-crash',
  'dashboard-reports',
  'alarms',
  'rule-chain-size',
  'alarm-rules',
  'oauth2',
  'rollouts',
  'import-hostile',
  'simulator',
  'dashboard-picture',
];

/** Begins the longest files first, on a machine too that has never run them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(path.basename(moduleId, '.e2e.ts'));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
