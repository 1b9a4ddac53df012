import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Publishes a message as a device, with Mosquitto's command-line client. */
export async function mosquittoPublish(
  port: number,
  accessToken: string,
  topic: string,
  payload: unknown,
): Promise<void> {
  await promisify(execFile)('mosquitto_pub', [
    ...['-h', '127.0.0.1', '-p', String(port)],
    ...['-u', accessToken, '-q', '1', '-t', topic, '-m', JSON.stringify(payload)],
  ]);
}
