import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as icons from '@mdi/js';
import type { Plugin } from 'vite';
import { MDI_VERSION, mdiAddress, mdiGroup } from '../src/controls/mdi-icons.ts';

/** The icons of the package by the addresses of their groups: all of them together would be 2.7 MB. */
export async function mdiGroups(): Promise<Map<string, Record<string, string>>> {
  const about = await readFile(createRequire(import.meta.url).resolve('@mdi/js/package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  if (version !== MDI_VERSION) throw new Error(`mdi-icons.ts says ${MDI_VERSION}, but @mdi/js is ${version}`);
  const groups = new Map<string, Record<string, string>>();
  for (const [exported, path] of Object.entries(icons)) {
    const address = mdiAddress(mdiGroup(exported));
    const group = groups.get(address) ?? {};
    group[exported] = path;
    groups.set(address, group);
  }
  return groups;
}

/** Adds the groups of icons to the built console, and serves them while developing. */
export function mdiIcons(): Plugin {
  return {
    name: 'mdi-icons',
    async generateBundle() {
      for (const [address, group] of await mdiGroups())
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: JSON.stringify(group) });
    },
    configureServer(server) {
      // Before the server of the API, which is asked for what else is below that address.
      const groups = mdiGroups();
      server.middlewares.use(async (request, reply, next) => {
        const group = (await groups).get(request.url ?? '');
        if (!group) return next();
        reply.setHeader('content-type', 'application/json');
        reply.end(JSON.stringify(group));
      });
    },
  };
}
