import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './e2e/harness/longest-first.ts';

/**
 * How long `expect.poll` waits for its condition, ms. Less than a test may take, so that its message says what did not
 * come true, and long enough for a machine that does much else: what comes true at once costs none of it.
 */
const PATIENCE = { poll: { timeout: 40_000 } };

const UNIT = ['{contract,server,console,e2e,bench}/**/*.test.{ts,tsx}'];
const NO_UNIT = ['**/node_modules/**', '**/*.integration.test.ts', '**/*.brokers.test.ts', '**/*.interop.test.ts'];

/** Unit tests whose text has this. */
const unitTestsWith = (pattern: RegExp): string[] =>
  globSync(UNIT, { cwd: import.meta.dirname, exclude: NO_UNIT }).filter((file) =>
    pattern.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );

/** They put something in the place of a module: the others would see it. */
const withOwnModules = unitTestsWith(/vi\.(mock|resetModules)\(|changeLanguage\(/);
const withDocument = unitTestsWith(/@vitest-environment/).filter((file) => !withOwnModules.includes(file));

const unit = {
  maxWorkers: 2,
  // For what a first import may take while everything else runs too.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: PATIENCE,
};

/** See `e2e/harness/held-replies.ts`. */
const hasSlowPages = Boolean(process.env.SLOW_REPLIES || process.env.SLOW_PAGES);

/**
 * `*.test.ts`: pure and quick. `*.integration.test.ts`: real database, real server, real clients. `*.brokers.test.ts`: real
 * servers of others, too large to be fetched for every run. `*.interop.test.ts`: published clients of others, in Java and
 * Python.
 * `e2e/tests/*.e2e.ts`: the product as a user meets it, in a real browser. They run side by side on one server: each makes
 * the objects it changes, and an account of its own when it signs out.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Files share what they import, which takes most of their time.
        test: {
          ...unit,
          name: 'unit',
          include: UNIT,
          exclude: [...NO_UNIT, ...withDocument, ...withOwnModules],
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit-document',
          include: withDocument,
          pool: 'threads',
          isolate: false,
          setupFiles: ['console/test/empty-document.ts'],
        },
      },
      { test: { ...unit, name: 'unit-alone', include: withOwnModules, pool: 'threads' } },
      {
        test: {
          name: 'integration',
          include: ['server/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          // As many as cores: browser tests run beside them, and more would only take each other's time.
          maxWorkers: 2,
          // Files share what they import, which is a sixth of their time: rooms keep nothing at the level of modules.
          isolate: false,
          testTimeout: process.env.SLOW_QUERIES ? 240_000 : 120_000,
          expect: PATIENCE,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'brokers',
          include: ['server/**/*.brokers.test.ts', 'server/src/rules/nodes/external/rabbitmq.integration.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          testTimeout: 60_000,
          expect: PATIENCE,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['server/**/*.interop.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          // Virtual machines and interpreters start in each, on a machine that may be busy.
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/tests/**/*.e2e.ts'],
          globalSetup: ['e2e/harness/global-setup.ts'],
          // One more than cores: some wait for servers that start or end, and pages draw when something arrives.
          maxWorkers: 3,
          // Files share what they import, which takes longer than a short one of them; `setUpConsole` starts over.
          isolate: false,
          // Longer than what it waits for takes on a machine that is busy with others.
          testTimeout: hasSlowPages ? 240_000 : 120_000,
          expect: PATIENCE,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
