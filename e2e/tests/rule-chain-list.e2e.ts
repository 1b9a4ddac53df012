import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { type Metadata, makeChain, readChain } from '../harness/rule-chains.ts';

describe('the list of rule chains', () => {
  setUpConsole();
  const card = (name: string) => page.locator('.react-flow__node', { hasText: name });

  it('adds, exports, imports, makes root and deletes', async () => {
    const name = `Listed ${Date.now().toString(36)}`;
    const id = await makeChain(name);
    // A new one may begin with what messages of devices need.
    await page.goto('/ruleChains?add=true');
    const adding = page.getByRole('dialog', { name: 'Add rule chain' });
    await adding.getByRole('textbox', { name: 'Name' }).fill(`${name} for devices`);
    await adding.getByRole('switch', { name: 'Begin with the nodes that devices need' }).check();
    await adding.getByRole('textbox', { name: 'Description' }).fill('Of pumps');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name} for devices added`).waitFor();
    await card('Save Timeseries').waitFor();
    const forDevices = page.url().match(/[0-9a-f-]{36}/)?.[0] as string;
    expect(await api.get(`/api/ruleChain/${forDevices}`)).toMatchObject({
      additionalInfo: { description: 'Of pumps' },
    });
    // Nodes can raise alarms about a chain.
    await page.goto(`/ruleChains/details/${forDevices}?tab=alarms`);
    await page.getByText('No alarms in this window of time').waitFor();
    await api.delete(`/api/ruleChain/${forDevices}`);
    await page.goto(`/ruleChains?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export' }).click(),
    ]);
    const file = await download.path();
    const exported = JSON.parse(await readFile(file, 'utf8')) as {
      ruleChain: Record<string, unknown>;
      metadata: Metadata;
    };
    expect(exported.ruleChain).toMatchObject({ name, type: 'CORE', root: false, firstRuleNodeId: null });
    expect(exported.metadata.nodes[0]).not.toHaveProperty('id');

    await page.getByRole('button', { name: 'Import a rule chain' }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await card('Too warm?').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
    await page.waitForURL((url) => /\/ruleChains\/[0-9a-f-]{36}$/.test(url.pathname));
    const imported = page.url().split('/').at(-1) as string;
    expect(imported).not.toBe(id);
    await expect
      .poll(async () => (await readChain(imported)).nodes.map((node) => node.name))
      .toEqual(['Too warm?', 'Keep it']);

    await page.goto(`/ruleChains/details/${imported}`);
    await page.getByRole('button', { name: 'Open rule chain' }).waitFor();
    await expect.poll(() => page.getByRole('banner').textContent()).not.toContain('Unknown');
    expect(await accessibilityViolations(page)).toEqual([]);
    await api.delete(`/api/ruleChain/${imported}`);
    await api.delete(`/api/ruleChain/${id}`);
  });
});
