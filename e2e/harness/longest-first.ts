import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of a project that take longest, the longest first: one that begins last keeps everybody waiting while the other core
 * rests. Those that mostly wait are not the last ones either, so that others work beside them.
 */
export const LONGEST: Readonly<Record<string, readonly string[]>> = {
  e2e: [
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
    'updates-crash',
    'own-widgets-that-fail',
    'crash',
    'external-database',
  ],
  integration: ['access'],
};

/** What a file is called in the list: its name without what follows the first dot. */
export const nameOf = (file: string): string => path.basename(file).split('.')[0] as string;

/** Begins the longest files first, on a machine too that has never run them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const longest = LONGEST[project.name] ?? [];
      const at = longest.indexOf(nameOf(moduleId));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
