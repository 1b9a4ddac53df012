import os from 'node:os';
import { AwsClient } from 'aws4fetch';
import { freePort, startChildServer } from './child-server.ts';

/** A server of SNS and SQS of a test. */
export interface Moto {
  address: string;
  /** Calls it by the query protocol, and returns what it answers. */
  call(service: 'sns' | 'sqs', parameters: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

export const AWS = { accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-1' };

export async function startMoto(): Promise<Moto> {
  const program = process.env.SIGNALBOX_TEST_MOTO;
  if (!program) throw new Error('npm run test:brokers says where the server of SNS and SQS is');
  const port = await freePort();
  const server = await startChildServer(program, ['-H', '127.0.0.1', '-p', String(port)], port, { cwd: os.tmpdir() });
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    stop: () => server.stop(),
    async call(service, parameters) {
      const reply = await new AwsClient({ ...AWS, service }).fetch(`${address}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(parameters).toString(),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(text);
      return text;
    },
  };
}
