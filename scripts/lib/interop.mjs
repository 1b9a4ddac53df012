import path from 'node:path';
import { fetchInto, hasPythonEnvironments, jarsOf, pythonEnvironment, SHORT_LIVED_JAVA } from './fetched.mjs';
import { run } from './run.mjs';
import { ROOT } from './setup.mjs';
import { ensurePackages, ensureTestTools, findProgram, hasMosquitto } from './tools.mjs';

const SOURCES = path.join(ROOT, 'scripts', 'interop');
const PLACE = path.join(ROOT, '.toolchain', 'interop');

/** Leshan's jars, the object models that are in them, and a client that is built on them. */
async function installLeshan(folder) {
  await jarsOf(path.join(SOURCES, 'leshan', 'pom.xml'))(folder);
  const core = path.join(folder, 'leshan-lwm2m-core-2.0.0-M18.jar');
  await run(findProgram(['jar']), ['xf', core, 'models'], { cwd: folder, quiet: true });
  const source = path.join(SOURCES, 'leshan', 'Client.java');
  const options = SHORT_LIVED_JAVA.map((option) => `-J${option}`);
  await run(findProgram(['javac']), [...options, '-cp', path.join(folder, '*'), '-d', folder, source], { quiet: true });
}

/** An environment of Python of a name, with what `{name}.txt` lists. @returns its Python */
async function python(title, name) {
  const requirements = path.join(SOURCES, `${name}.txt`);
  const folder = await fetchInto(
    { title, folder: path.join(PLACE, name), sources: [requirements] },
    pythonEnvironment(requirements),
  );
  return path.join(folder, 'bin', 'python');
}

/**
 * Installs what `npm run test:interop` tests with: Java, Maven, Python and Mosquitto by the system's packages where it
 * may; Leshan's client of LwM2M by Maven, and clients of MQTT and REST by pip, these into `.toolchain/interop`.
 * @returns environment for the tests
 */
export async function ensureInterop() {
  await ensureTestTools({ browser: false });
  await ensurePackages(
    [
      ['default-jdk-headless', () => findProgram(['javac']) && findProgram(['jar'])],
      ['maven', () => findProgram(['mvn'])],
      ['python3-venv', hasPythonEnvironments],
      ['mosquitto', hasMosquitto],
    ],
    'on macOS: brew install openjdk maven python mosquitto.',
  );
  const sources = ['pom.xml', 'Client.java'].map((name) => path.join(SOURCES, 'leshan', name));
  const [leshan, gateway, sdk, paho, restClient] = await Promise.all([
    fetchInto({ title: 'Leshan', folder: path.join(PLACE, 'leshan'), sources }, installLeshan),
    python('a gateway', 'gateway'),
    python('a client library', 'sdk'),
    python('Paho', 'paho'),
    python('a REST client', 'rest-client'),
  ]);
  return {
    ...{ SIGNALBOX_TEST_LESHAN: leshan, SIGNALBOX_TEST_GATEWAY: gateway },
    ...{ SIGNALBOX_TEST_SDK: sdk, SIGNALBOX_TEST_PAHO: paho, SIGNALBOX_TEST_REST_CLIENT: restClient },
  };
}
