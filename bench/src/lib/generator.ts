import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Runs a load generator in a process of its own, so that it does not slow down the measuring one.
 * @param file beside this folder, such as `mqtt-load.ts`; it gets the tokens one a line and prints its result as JSON
 */
export async function runGenerator<Result>(
  file: string,
  args: readonly string[],
  tokens: readonly string[],
): Promise<Result> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(tokens.join('\n'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(output) as Result;
}

/** Reads the tokens that a generator was given. */
export async function readTokens(): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
