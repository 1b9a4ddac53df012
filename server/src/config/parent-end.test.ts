import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const CHILD = `
  process.stdout.write('started\\n');
  await new Promise((resolve) => setTimeout(resolve, Number(process.argv[1])));
  const { onParentEnd } = await import(${JSON.stringify(new URL('parent-end.ts', import.meta.url).href)});
  let isOver = false;
  onParentEnd(() => { isOver = true; process.exit(7); });
  if (!isOver && process.connected) process.send('listening');
  setTimeout(() => process.exit(0), Number(process.argv[2]));
`;

/** @param busy ms that the child does something else before it asks for the end of this process */
function start(busy: number, life: number, channel: ('ipc' | 'ignore')[] = ['ipc']) {
  return spawn(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', CHILD, String(busy), String(life)],
    { stdio: ['ignore', 'pipe', 'inherit', ...channel] },
  );
}

it('tells of the end of the process that started it', async () => {
  const child = start(0, 30_000);
  expect((await once(child, 'message'))[0]).toBe('listening');
  child.disconnect();
  expect((await once(child, 'exit'))[0]).toBe(7);
});

it('tells of an end that came before anybody asked', async () => {
  const child = start(300, 30_000);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.disconnect();
  expect((await once(child, 'exit'))[0]).toBe(7);
});

it('tells nothing where no channel was opened', async () => {
  const child = start(0, 200, ['ignore']);
  expect((await once(child, 'exit'))[0]).toBe(0);
});
