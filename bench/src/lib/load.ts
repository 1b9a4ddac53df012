import type { MqttLoadOptions, MqttLoadResult } from '../mqtt-load.ts';
import { runGenerator } from './generator.ts';

/** Runs the load generator of MQTT. */
export function runLoad(
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
  return runGenerator('mqtt-load.ts', given, tokens);
}
