import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of a project that take longest, the longest first: one that begins last keeps everybody waiting while the other core
 * rests. Those that mostly wait come early too, so that others work beside them.
 */
export const LONGEST: Readonly<Record<string, readonly string[]>> = {
  e2e: [
    'every-page',
    'gallery',
    'database-outage',
    'lifecycle',
    'first-visit',
    'updates-crash',
    'own-widgets-that-fail',
    'settings',
    'recorder',
    'session',
    'dashboard-reports',
    'rule-chain-size',
    'rule-chains',
    'rules-crash',
    'oauth2',
    'exports',
    'jobs',
    'import-hostile',
    'alarms',
    'own-widgets',
    'device-profiles',
    'right-to-left',
    'alarm-rules',
    'ways-in',
    'usage',
    'widget-library',
    'simulator',
    'external-database',
    'crash',
    'moving-chart',
    'start-script',
    'dashboard-picture',
    'access-for-all',
    'rollouts',
  ],
  integration: [
    'sandbox',
    'rollouts',
    'query-rights',
    'field-pages',
    'alarm-lists',
    'jobs',
    'removal',
    'searched-values',
    'audit-pages',
    'device-far-pages-restart',
    'lwm2m',
    'access',
    'text-search',
    'gateway',
    'rabbitmq',
    'sign-in',
    'connectivity',
  ],
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
