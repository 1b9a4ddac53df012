import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { step } from './say.mjs';

/** Top folder of the project. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const TOOLCHAIN = path.join(ROOT, '.toolchain');
const REQUIRED_MAJOR = 24;

/**
 * Prepares what a start or a test needs: a recent enough Node and the dependencies of the lockfile. Fast when nothing has
 * changed.
 * @returns path of the Node program to run the project with
 */
export async function setUp() {
  // Side by side: dependencies run nothing when they are installed, so any Node will do for it.
  const [node] = await Promise.all([ensureNode(), ensureDependencies()]);
  return node;
}

/** Returns the current Node if it is recent enough, otherwise the pinned one from the npm package `node`. */
async function ensureNode() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= REQUIRED_MAJOR) return process.execPath;
  const { version } = { version: JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')).signalbox.node };
  const program = path.join(
    TOOLCHAIN,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const marker = path.join(TOOLCHAIN, 'node-version');
  if (existsSync(program) && existsSync(marker) && readFileSync(marker, 'utf8') === version) return program;
  await step(`Fetching Node ${version} (this one is ${process.versions.node})`, async () => {
    await mkdir(TOOLCHAIN, { recursive: true });
    await writeFile(path.join(TOOLCHAIN, 'package.json'), '{"private":true}\n');
    const npm = npmCommand();
    await run(
      npm.command,
      [...npm.args, 'install', `node@${version}`, '--no-save', '--ignore-scripts=false', '--no-audit', '--no-fund'],
      { cwd: TOOLCHAIN, quiet: true },
    );
    await run(program, ['--version'], { quiet: true });
    await writeFile(marker, version);
  });
  return program;
}

/** Returns how to run npm with this Node. */
function npmCommand() {
  const cli = [
    process.env.npm_execpath,
    ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => {
      const program = path.join(folder, 'npm');
      return existsSync(program) ? realpathSync(program) : '';
    }),
  ].find((candidate) => candidate && /npm-cli\.c?js$/.test(candidate) && existsSync(candidate));
  return cli ? { command: process.execPath, args: [cli] } : { command: 'npm', args: [] };
}

/** Installs the dependencies of the lockfile when it has changed since the last time. */
async function ensureDependencies() {
  const lockfile = await readFile(path.join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lockfile).update(process.platform).update(process.arch).digest('hex');
  const marker = path.join(ROOT, 'node_modules', '.signalbox-installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  await step('Installing dependencies from the lockfile', async () => {
    const npm = npmCommand();
    await run(npm.command, [...npm.args, 'ci', '--no-audit', '--no-fund'], { cwd: ROOT, quiet: true });
    await writeFile(marker, wanted);
  });
}

/**
 * Builds the console when its sources have changed since the last build.
 * @param options.compressed for those who fetch it over a network; a browser on this machine gains nothing by it
 */
export async function buildConsole(node, { compressed = true } = {}) {
  const wanted = fingerprint([
    'console/src',
    'console/public',
    'console/index.html',
    'console/build',
    'console/vite.config.ts',
    'contract/src',
    'package-lock.json',
  ]);
  const marker = path.join(ROOT, 'console', 'dist', '.fingerprint');
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    await step('Building the console', async () => {
      await rm(marker, { force: true });
      await run(node, [path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
        cwd: path.join(ROOT, 'console'),
        quiet: true,
        env: { NODE_ENV: 'production' },
      });
      await writeFile(marker, wanted);
    });
  }
  if (!compressed) return;
  // Runs in the background: until it is done, the server compresses requested files itself.
  if (!existsSync(path.join(ROOT, 'console', 'dist', '.compressed'))) {
    const compression = spawn(node, [path.join(ROOT, 'scripts', 'compress-console.mjs')], {
      // By the 'ipc' channel it notices when this process ends.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    compression.unref();
    compression.channel?.unref();
  }
}

/** Hashes the contents of files and folders. */
function fingerprint(places) {
  const hash = createHash('sha256');
  const visit = (place) => {
    if (!existsSync(place)) return;
    if (statSync(place).isDirectory()) {
      for (const name of readdirSync(place).sort()) visit(path.join(place, name));
    } else {
      hash.update(path.relative(ROOT, place)).update('\0').update(readFileSync(place)).update('\0');
    }
  };
  for (const place of places) visit(path.join(ROOT, place));
  return hash.digest('hex');
}
