import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { killPostmaster, stopPostmaster } from './postmaster.ts';

it('leaves alone what has the process id of a database that has ended', async () => {
  const clusterDir = await fs.mkdtemp(path.join(os.tmpdir(), 'signalbox-postmaster-'));
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const exited = once(stranger, 'exit');
  try {
    await once(stranger, 'spawn');
    const ended = { pid: stranger.pid as number, clusterDir, ended: Promise.resolve('it is gone') };
    // The cluster is not running, or has been started again since.
    for (const file of [undefined, `${process.pid}\n`]) {
      if (file) await fs.writeFile(path.join(clusterDir, 'postmaster.pid'), file);
      killPostmaster(ended);
      await stopPostmaster(ended);
    }
    process.kill(ended.pid, 0);
    await fs.writeFile(path.join(clusterDir, 'postmaster.pid'), `${ended.pid}\n`);
    await stopPostmaster(ended);
    expect(await exited).toEqual([null, 'SIGINT']);
  } finally {
    stranger.kill('SIGKILL');
    await fs.rm(clusterDir, { recursive: true });
  }
});
