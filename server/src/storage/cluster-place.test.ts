import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCluster, outsideClusters, prepareSocketDir, removeCluster, removeSocketDir } from './cluster-place.ts';

let folder: string;
let homes: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-place-'));
  homes = path.join(folder, 'homes');
  await mkdir(homes);
});
afterEach(() => rm(folder, { recursive: true }));

/** Creates a cluster with its owner note and, if given, a data folder that points to it. */
async function cluster(name: string, owner: { device?: number } | undefined, pointsTo?: string): Promise<string> {
  const home = path.join(homes, name);
  await mkdir(path.join(home, 'postgres'), { recursive: true });
  const dataDir = path.join(folder, 'checkouts', name, 'data');
  const { dev } = await stat(folder);
  if (owner) await writeFile(path.join(home, 'data-folder.json'), JSON.stringify({ dataDir, device: dev, ...owner }));
  if (pointsTo !== undefined) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, 'cluster-home'), `${pointsTo}\n`);
  }
  return home;
}

describe('databases outside of their data folders', () => {
  it('are distinguished from abandoned ones', async () => {
    await cluster('a-used', {}, path.join(homes, 'a-used'));
    const gone = await cluster('b-gone', {});
    await cluster('c-replaced', {}, path.join(homes, 'another'));
    await cluster('d-unmounted', { device: -1 });
    await cluster('e-unknown', undefined);
    const found = await outsideClusters(homes);
    expect(found.map(({ home, state }) => [path.basename(home), state])).toEqual([
      ['a-used', 'used'],
      ['b-gone', 'orphaned'],
      ['c-replaced', 'orphaned'],
      ['d-unmounted', 'unreachable'],
      ['e-unknown', 'unknown'],
    ]);
    expect(found.map(describeCluster).join('\n')).toContain(`${gone}: its data folder ${folder}/checkouts/b-gone/data`);
  });

  it('are removed only when they are not running', async () => {
    const home = await cluster('running', {});
    const pidFile = path.join(home, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n`);
    const [found] = await outsideClusters(homes);
    if (!found) throw new Error('The cluster was not found');
    expect(await removeCluster(found)).toBe(false);
    await rm(pidFile);
    expect(await removeCluster(found)).toBe(true);
    expect(existsSync(home)).toBe(false);
  });
});

it('an empty socket folder is removed', async () => {
  const socketDir = await prepareSocketDir(path.join(folder, 'postgres'), undefined);
  await writeFile(path.join(socketDir, 'socket'), '');
  await removeSocketDir(socketDir);
  expect(existsSync(socketDir)).toBe(true);
  await rm(path.join(socketDir, 'socket'));
  await removeSocketDir(socketDir);
  expect(existsSync(socketDir)).toBe(false);
});
