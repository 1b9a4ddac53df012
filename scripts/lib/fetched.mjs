import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';
import { step } from './say.mjs';
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

/** Makes an environment of Python with what a file lists. @returns how `fetchInto` installs it */
export const pythonEnvironment = (requirements) => async (folder) => {
  await run(findProgram(['python3']), ['-m', 'venv', folder], { quiet: true });
  // What is used is compiled when it is.
  await run(path.join(folder, 'bin', 'pip'), ['install', '-q', '--no-compile', '-r', requirements], { quiet: true });
};

/** Copies the jars of a project file of Maven together. @returns how `fetchInto` installs them */
export const jarsOf = (project) => async (folder) => {
  await run(
    findProgram(['mvn']),
    ['-B', '-q', '-f', project, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    { quiet: true },
  );
};
