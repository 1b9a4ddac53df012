import path from 'node:path';
import { fetchInto, hasPythonEnvironments, jarsOf, pythonEnvironment } from './fetched.mjs';
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
  const project = path.join(SOURCES, 'pom.xml');
  const kafka = await fetchInto(
    { title: 'Kafka', folder: path.join(PLACE, 'kafka'), sources: [project] },
    jarsOf(project),
  );
  const requirements = path.join(SOURCES, 'requirements.txt');
  const moto = await fetchInto(
    { title: 'a server of SNS and SQS', folder: path.join(PLACE, 'moto'), sources: [requirements] },
    pythonEnvironment(requirements),
  );
  return { SIGNALBOX_TEST_KAFKA: kafka, SIGNALBOX_TEST_MOTO: path.join(moto, 'bin', 'moto_server') };
}
