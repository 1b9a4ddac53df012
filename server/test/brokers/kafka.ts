import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, startChildServer } from './child-server.ts';

/** A Kafka of a test. */
export interface Kafka {
  port: number;
  /** Where one has to sign in as `USER`. */
  signedPort: number;
  /** Where connections are encrypted, with `certificate` for localhost. */
  encryptedPort: number;
  /** Ends the server; `start` starts it with the same data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

export const USER = { name: 'me', password: 'word' };
const LOGIN = 'org.apache.kafka.common.security';
/** Enough for tests, and quick to start. */
const JAVA = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Starts one broker, which is its own controller, on loopback. */
export async function startKafka(certificate: { cert: string; key: string }): Promise<Kafka> {
  const jars = process.env.SIGNALBOX_TEST_KAFKA;
  if (!jars) throw new Error('npm run test:brokers says where Kafka is');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-kafka-'));
  const [port, signedPort, encryptedPort, controller] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const settings = path.join(folder, 'server.properties');
  const oneLine = (pem: string): string => pem.trim().replaceAll('\n', '\\n');
  await writeFile(
    settings,
    Object.entries({
      'process.roles': 'broker,controller',
      'node.id': '1',
      'controller.quorum.bootstrap.servers': `127.0.0.1:${controller}`,
      listeners: `PLAINTEXT://127.0.0.1:${port},SASL_PLAINTEXT://127.0.0.1:${signedPort},SSL://127.0.0.1:${encryptedPort},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},SASL_PLAINTEXT://localhost:${signedPort},SSL://localhost:${encryptedPort}`,
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name': 'PLAINTEXT',
      'controller.listener.names': 'CONTROLLER',
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'listener.name.sasl_plaintext.plain.sasl.jaas.config': `${LOGIN}.plain.PlainLoginModule required user_${USER.name}="${USER.password}";`,
      'listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required;`,
      'listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required;`,
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.certificate.chain': oneLine(certificate.cert),
      'ssl.keystore.key': oneLine(certificate.key),
      'log.dirs': path.join(folder, 'data'),
      'offsets.topic.replication.factor': '1',
      'group.initial.rebalance.delay.ms': '0',
      'num.partitions': '1',
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const classes = ['-cp', path.join(jars, '*')];
  const scram = (mechanism: string): string[] => [
    '--add-scram',
    `${mechanism}=[name="${USER.name}",password="${USER.password}"]`,
  ];
  await promisify(execFile)('java', [
    ...JAVA,
    ...classes,
    'kafka.tools.StorageTool',
    ...['format', '-t', '4L6g3nShT-eMCtK--X86sw', '-c', settings, '--standalone'],
    ...scram('SCRAM-SHA-256'),
    ...scram('SCRAM-SHA-512'),
  ]);
  const start = () => startChildServer('java', [...JAVA, ...classes, 'kafka.Kafka', settings], port, { cwd: folder });
  let server = await start();
  return {
    port,
    signedPort,
    encryptedPort,
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
