import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MqttLoadOptions, MqttLoadResult } from '../mqtt-load.ts';

const GENERATOR = fileURLToPath(new URL('../mqtt-load.ts', import.meta.url));

/** Runs the load generator in a separate process, so that it does not slow down the measuring process. */
export async function runLoad(
  port: number,
  tokens: readonly string[],
  options: Partial<Pick<MqttLoadOptions, 'window' | 'duration' | 'startTs' | 'record' | 'values' | 'newKeys'>>,
): Promise<MqttLoadResult> {
  const given = ['--port', String(port)];
  if (options.window) given.push('--window', String(options.window));
  if (options.duration) given.push('--duration', String(options.duration));
  if (options.startTs) given.push('--start-ts', String(options.startTs));
  if (options.values) given.push('--values', String(options.values));
  if (options.newKeys) given.push('--new-keys');
  if (options.record) given.push('--record');
  const child = spawn(process.execPath, [GENERATOR, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(tokens.join('\n'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(output) as MqttLoadResult;
}
