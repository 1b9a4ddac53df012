import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';
import { step } from './say.mjs';
import { ROOT } from './setup.mjs';
import { findProgram } from './tools.mjs';

/**
 * Installs into a folder, again whenever a file that says what has changed.
 * @param {{ title: string, folder: string, sources: string[] }} what the folder, and the files
 * @param {(folder: string) => Promise<void>} install into a folder that is not there yet
 * @returns the folder
 */
export async function fetchInto({ title, folder, sources }, install) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  const wanted = hash.digest('hex');
  const marker = `${folder}.installed`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return folder;
  await step(`Fetching ${title}`, async () => {
    await rm(marker, { force: true });
    await rm(folder, { recursive: true, force: true });
    await mkdir(path.dirname(folder), { recursive: true });
    await install(folder);
    await writeFile(marker, wanted);
  });
  return folder;
}

/** Debian's Python can only make environments with one more package. */
export async function hasPythonEnvironments() {
  const python = findProgram(['python3']);
  return python && (await run(python, ['-c', 'import ensurepip, venv'], { quiet: true, check: false })) === 0;
}

/** An environment of Python that has pip, which takes longer to make than most of what it installs: one for all others. */
let installer;
const ensureInstaller = () => {
  const folder = path.join(ROOT, '.toolchain', 'pip');
  installer ??= fetchInto({ title: 'pip', folder, sources: [] }, () =>
    run(findProgram(['python3']), ['-m', 'venv', folder], { quiet: true }),
  );
  return installer;
};

/** Makes an environment of Python with what a file lists. @returns how `fetchInto` installs it */
export const pythonEnvironment = (requirements) => async (folder) => {
  const pip = path.join(await ensureInstaller(), 'bin', 'pip');
  await run(findProgram(['python3']), ['-m', 'venv', '--without-pip', folder], { quiet: true });
  // What is used is compiled when it is.
  const options = ['-q', '--no-compile', '--disable-pip-version-check', '-r', requirements];
  await run(pip, ['--python', path.join(folder, 'bin', 'python'), 'install', ...options], { quiet: true });
};

/** For programs in Java that end soon: without the compiler that optimises, and with the simplest collector. */
export const SHORT_LIVED_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Copies the jars of a project file of Maven together. @returns how `fetchInto` installs them */
export const jarsOf = (project) => async (folder) => {
  await run(
    findProgram(['mvn']),
    ['-B', '-q', '-f', project, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    { quiet: true, env: { MAVEN_OPTS: [...SHORT_LIVED_JAVA, process.env.MAVEN_OPTS].join(' ').trim() } },
  );
};
