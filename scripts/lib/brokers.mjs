import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';
import { step } from './say.mjs';
import { ROOT } from './setup.mjs';
import { ensurePackages, findProgram, hasRabbitMq } from './tools.mjs';

const SOURCES = path.join(ROOT, 'scripts', 'brokers');
const PLACE = path.join(ROOT, '.toolchain', 'brokers');

/**
 * Installs what `npm run test:brokers` tests against: RabbitMQ, Java and Maven by the system's packages where it may,
 * Kafka's published jars by Maven, and a server of SNS and SQS (moto) by pip, these two into `.toolchain/brokers`.
 * @returns environment for the tests
 */
export async function ensureBrokers() {
  await ensurePackages(
    [
      ['rabbitmq-server', hasRabbitMq],
      ['default-jre-headless', () => findProgram(['java'])],
      ['maven', () => findProgram(['mvn'])],
      ['python3-venv', hasPythonEnvironments],
    ],
    'on macOS: brew install rabbitmq openjdk maven python.',
  );
  const kafka = await ensure('Kafka', 'kafka', 'pom.xml', async (folder) => {
    await run(
      findProgram(['mvn']),
      ['-B', '-q', '-f', path.join(SOURCES, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
      { quiet: true },
    );
  });
  const moto = await ensure('a server of SNS and SQS', 'moto', 'requirements.txt', async (folder) => {
    await run(findProgram(['python3']), ['-m', 'venv', folder], { quiet: true });
    await run(path.join(folder, 'bin', 'pip'), ['install', '-q', '-r', path.join(SOURCES, 'requirements.txt')], {
      quiet: true,
    });
  });
  return { SIGNALBOX_TEST_KAFKA: kafka, SIGNALBOX_TEST_MOTO: path.join(moto, 'bin', 'moto_server') };
}

/** Debian's Python can only make environments with one more package. */
async function hasPythonEnvironments() {
  const python = findProgram(['python3']);
  return python && (await run(python, ['-c', 'import ensurepip, venv'], { quiet: true, check: false })) === 0;
}

/**
 * Installs into a folder, again whenever the file that says what has changed.
 * @returns the folder
 */
async function ensure(title, name, file, install) {
  const wanted = createHash('sha256')
    .update(await readFile(path.join(SOURCES, file)))
    .digest('hex');
  const folder = path.join(PLACE, name);
  const marker = `${folder}.installed`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return folder;
  await step(`Fetching ${title}`, async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(PLACE, { recursive: true });
    await install(folder);
    await writeFile(marker, wanted);
  });
  return folder;
}
