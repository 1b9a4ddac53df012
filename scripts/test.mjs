/**
 * `npm test`: sets everything up and runs every check: lint, types, room borders, unit, integration and browser tests.
 * `npm run test:unit` and the like run one part, `npm run test:brokers` and `npm run
 * test:interop` those that `npm test` leaves out; file names after it run those files. `npm test -- --changed` runs all
 * checks and the tests that uncommitted changes may affect, `--changed=main` those of a whole branch. Ends with a line
 * `N passed, N failed, N skipped`.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrokers } from './lib/brokers.mjs';
import { ensureInterop } from './lib/interop.mjs';
import { run } from './lib/run.mjs';
import { fail, say, step } from './lib/say.mjs';
import { buildConsole, ROOT, setUp } from './lib/setup.mjs';
import { useTemporaryFolder } from './lib/temporary-folder.mjs';
import { ensureTestTools } from './lib/tools.mjs';

const PARTS = ['check', 'unit', 'integration', 'e2e'];
/** They download what is large, so they only run when they are named. */
const BROKERS = 'brokers';
const INTEROP = 'interop';
const requested = process.argv.slice(2).filter((argument) => [...PARTS, BROKERS, INTEROP].includes(argument));
const parts = requested.length > 0 ? requested : PARTS;
const changed = process.argv.slice(2).find((argument) => /^--changed(=|$)/.test(argument));
const filters = process.argv.slice(2).filter((argument) => !requested.includes(argument) && argument !== changed);
/** Always runs: browser tests do not import what they test, so `--changed` cannot select them. */
const MAIN_PATH = 'e2e/tests/main-path.e2e.ts';
const total = { passed: 0, failed: 0, skipped: 0 };
/** Failures with their first message, repeated at the end, where a long log is read first. */
const failures = [];

const bin = (name, file) => path.join(ROOT, 'node_modules', name, file);

/** Runs a check, which counts as one test. */
async function check(title, work) {
  try {
    await step(title, work);
    total.passed++;
  } catch (error) {
    fail(`${title}: ${error.message}`);
    addFailure(title, error.message);
  }
}

/** Lines of a failure, and of what its page showed, that are repeated at the end. */
const MESSAGE_LINES = 12;
const SHOWN_LINES = 60;

/** @param shown what the page of a browser test showed when it failed */
function addFailure(title, message, shown = '') {
  total.failed++;
  const lines = (text, count) => stripVTControlCharacters(text).split('\n').slice(0, count);
  failures.push([title, ...lines(message, MESSAGE_LINES), ...lines(shown, SHOWN_LINES)].join('\n'));
}

/** Adds the failures of a Vitest report: tests, and files that could not be run. */
function addFailures(project, { testResults }) {
  for (const file of testResults) {
    const where = `${project}: ${path.relative(ROOT, file.name)}`;
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) {
      addFailure(`${where} > ${test.fullName}`, test.failureMessages.join('\n'), test.meta?.shown);
    }
    if (failed.length === 0 && file.status === 'failed') addFailure(where, file.message);
  }
}

/**
 * For a program in Go that ends soon: what it does not need any more is only looked for when it has taken this much
 * memory, which it rarely does. That would be a third of the processor time of checking types.
 */
const SHORT_LIVED_GO = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** Runs the checks in two rows, which share the cores of a small machine. */
async function checks(node) {
  const program = (title, args, env) => check(title, () => run(node, args, { cwd: ROOT, quiet: true, env }));
  const types = async () => {
    for (const workspace of ['contract', 'server', 'console', 'e2e', 'bench', 'scripts']) {
      // What has not changed since the last time is not checked again.
      const known = path.join(ROOT, 'node_modules/.cache/types', `${workspace}.tsbuildinfo`);
      // One checker: each of several works out again what they share, which nearly doubles the processor time.
      const args = ['-p', workspace, '--incremental', '--tsBuildInfoFile', known, '--checkers', '1'];
      await program(`Types of ${workspace}`, [bin('typescript', 'bin/tsc'), ...args], SHORT_LIVED_GO);
    }
  };
  const others = async () => {
    await program('Lint and format', [bin('@biomejs/biome', 'bin/biome'), 'ci', '--diagnostic-level=warn', '.']);
    await program('Borders between rooms', [
      bin('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'contract/src',
      'server/src',
      'console/src',
      'e2e',
      'bench/src',
      'scripts',
    ]);
    await program('Unused code and dependencies', [
      bin('knip', 'bin/knip.js'),
      '--no-progress',
      '--include',
      'files,dependencies,unlisted,unresolved,exports,types',
    ]);
  };
  await Promise.all([types(), others()]);
}

/** Selects the tests of a project: those that a change affects, those of the named files, or all. */
const selection = [...(changed ? [changed, '--passWithNoTests'] : []), ...filters];

/** Runs one Vitest project and adds up its counts. @param late shows its output when it has ended */
async function vitest(node, project, env, { selected = selection, late = false } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-report-'));
  const report = path.join(folder, 'report.json');
  say(`Running the ${project} tests`);
  const code = await run(
    node,
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...selected,
    ],
    { cwd: ROOT, check: false, late, env: { ...env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' } },
  );
  if (existsSync(report)) {
    const result = JSON.parse(await readFile(report, 'utf8'));
    total.passed += result.numPassedTests;
    total.skipped += result.numPendingTests + result.numTodoTests;
    const before = total.failed;
    addFailures(project, result);
    if (code !== 0 && total.failed === before) addFailure(`The ${project} tests`, `ended with code ${code}`);
  } else {
    addFailure(`The ${project} tests`, `ended with code ${code} and without a report`);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Stops the database that the integration tests shared. */
async function stopTestDatabase(dataDir) {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (existsSync(file)) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const pid = Number(lines[0]);
    try {
      process.kill(pid, 'SIGINT');
      for (let tries = 0; tries < 500 && existsSync(file); tries++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    } catch {
      // It has already ended.
    }
    // The folder of its socket, which is in the temporary folder.
    if (/^signalbox-/.test(path.basename(lines[4] ?? ''))) await rm(lines[4], { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** Gives the tests one database that their files share. */
async function withDatabase(work) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'signalbox-test-'));
  try {
    await work({ SIGNALBOX_TEST_DATA_DIR: dataDir });
  } finally {
    await stopTestDatabase(dataDir);
  }
}

/** Installs what the tests need of the system, once; returns the browser. */
let tools;
const testTools = () => {
  tools ??= ensureTestTools();
  return tools;
};

/**
 * Fetches what `npm run test:interop` tests with, and makes the file that whoever runs that beside other tests waits for,
 * once the rest is set up too. What fails is tried again then.
 */
async function fetchAhead(rest) {
  const fetched = process.env.SIGNALBOX_INTEROP_FETCHED;
  if (!fetched) return;
  try {
    await testTools();
    await ensureInterop();
    await rest;
    await writeFile(fetched, '');
  } catch (error) {
    say(`Not fetched ahead: ${error.message}`);
  }
}

async function browserTests(node) {
  await buildConsole(node, { compressed: false });
  const env = { SIGNALBOX_CHROMIUM: await testTools() };
  await vitest(node, 'e2e', env);
  if (changed) await vitest(node, 'e2e', env, { selected: [MAIN_PATH] });
}

async function otherTests(node) {
  const late = parts.includes('e2e');
  if (parts.includes('unit')) await vitest(node, 'unit*', {}, { late });
  if (!parts.includes('integration')) return;
  await testTools();
  await withDatabase((env) => vitest(node, 'integration', env, { late }));
}

let removeTemporary;
try {
  removeTemporary = await useTemporaryFolder();
  const settingUp = setUp();
  // Beside the rest: it waits for the network, and dependencies are installed by one core.
  const fetching = fetchAhead(settingUp);
  const node = await settingUp;
  if (parts.includes('check')) await checks(node);
  // Side by side: none of them is busy all the time on all cores. Browser tests take longest, so the rest runs in one row.
  await Promise.all([parts.includes('e2e') ? browserTests(node) : undefined, otherTests(node)]);
  await fetching;
  if (parts.includes(BROKERS)) await vitest(node, BROKERS, await ensureBrokers());
  if (parts.includes(INTEROP)) {
    const clients = await ensureInterop();
    // One file at a time: the gateway connects again when it is not connected within a second.
    const selected = [...selection, '--no-file-parallelism'];
    await withDatabase((env) => vitest(node, INTEROP, { ...env, ...clients }, { selected }));
  }
} catch (error) {
  fail(error.message);
  addFailure('npm test', error.message);
}
await removeTemporary?.();
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
