import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { holdRequests, keptDraft } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { postChain } from '../harness/rule-chains.ts';

/** A root chain as 3.3.2 exports it. */
const FILE = path.resolve(import.meta.dirname, '../fixtures/root_rule_chain.json');
const NAME = 'Root of a fleet';

interface RuleChainFile {
  ruleChain: Record<string, unknown>;
  metadata: { nodes: Record<string, unknown>[]; [member: string]: unknown };
}
interface Id {
  id: { id: string };
}

let chainId: string | undefined;
let profileId: string | undefined;
let deviceId: string | undefined;
setUpConsole({ sharePage: true });
afterAll(async () => {
  if (deviceId) await api.delete(`/api/device/${deviceId}`);
  if (profileId) await api.delete(`/api/deviceProfile/${profileId}`);
  if (chainId) await api.delete(`/api/ruleChain/${chainId}`);
});

describe('a root chain of 3.3.2', () => {
  const open = async () => {
    await page.getByRole('button', { name: 'Import a rule chain' }).click();
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  };
  const shown = () => page.locator('.react-flow__node', { hasText: 'Message Type Switch' }).waitFor();
  const draft = () => keptDraft(page, 'signalbox-imported-chain CORE ');

  it('is a draft until it is live, which outlives the page and can be thrown away', async () => {
    await page.goto('/ruleChains');
    await open();
    await shown();
    await expect.poll(draft).toContain('Message Type Switch');
    await page.reload();
    await page.getByText(/Your changes of .* are still here/).waitFor();
    await shown();
    await page.goto('/ruleChains');
    await open();
    await page.getByRole('button', { name: `Go on with ${NAME}` }).click();
    await shown();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL((url) => url.pathname === '/ruleChains');
    await expect.poll(draft).toBeUndefined();
  });

  it('is given another name where that of its file is too long', async () => {
    const long = 'x'.repeat(300);
    const buffer = Buffer.from((await readFile(FILE, 'utf8')).replaceAll(`"${NAME}"`, `"${long}"`));
    await page.goto('/ruleChains');
    await page.getByRole('button', { name: 'Import a rule chain' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer });
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.inputValue()).toBe(long);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.getByText('A name has at most 255 characters').waitFor();
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await name.fill('<b>Bold</b>');
    await dialog.getByText('A name has no markup or control characters').waitFor();
    await name.fill('Short enough');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await shown();
    await expect.poll(draft).toContain('"name":"Short enough"');
    await page.reload();
    await shown();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL((url) => url.pathname === '/ruleChains');
  });

  it('is not made live while it leads to a chain that is not here', async () => {
    const file = JSON.parse(await readFile(FILE, 'utf8')) as RuleChainFile;
    const elsewhere = { entityType: 'RULE_CHAIN', id: '7c5d5db0-9c0e-11ec-8a7e-0d1b5f7a3c21' };
    const link = { fromIndex: 0, targetRuleChainId: elsewhere, type: 'Success', additionalInfo: null };
    const metadata = { ...file.metadata, ruleChainConnections: [link] };
    const buffer = Buffer.from(JSON.stringify({ ...file, metadata }));
    await page.goto('/ruleChains');
    await page.getByRole('button', { name: 'Import a rule chain' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'links.json', mimeType: 'application/json', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await page.locator('.react-flow__node', { hasText: 'Unresolved' }).getByTitle('needs attention').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByText('The rule chain that this node leads to is not here: choose another one.').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ruleChains/ruleChain/import');
    await expect.poll(draft).toContain(elsewhere.id);
    await page.reload();
    await shown();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL((url) => url.pathname === '/ruleChains');
    // That there is no such chain.
    pageErrors.length = 0;
  });

  it('is imported as it is, and not as the root of those who import it', async () => {
    await page.goto('/ruleChains');
    await open();
    await shown();
    await expect.poll(draft).toContain('Message Type Switch');
    const live = page.getByRole('toolbar').getByRole('button', { name: 'Make live' });
    const chains = async () =>
      (await api.get<{ data: { name: string }[] }>(`/api/ruleChains?pageSize=9&page=0&textSearch=${NAME}`)).data.length;
    // Refused half-way: the chain is there, its nodes are not. What is tried again goes on with it, also on a new page.
    const nodes = '**/api/ruleChain/metadata*';
    await page.route(nodes, (route) => route.fulfill({ status: 500, json: { status: 500, message: 'No room' } }));
    await live.click();
    await page.getByText('No room').first().waitFor();
    await expect.poll(draft).toContain('begunId');
    await page.unroute(nodes);
    pageErrors.length = 0;
    await page.reload();
    await shown();
    expect(await chains()).toBe(1);
    const letGo = await holdRequests(page, nodes);
    const asked = page.waitForRequest(nodes);
    await live.click();
    await asked;
    await page.locator('.react-flow__node', { hasText: 'Save Timeseries' }).dblclick();
    const name = page.getByRole('complementary', { name: 'Settings' }).getByLabel('Name');
    await name.fill('Renamed meanwhile');
    letGo();
    await page.waitForURL((url) => /\/ruleChains\/[0-9a-f-]{36}$/.test(url.pathname));
    chainId = page.url().split('/').at(-1) as string;
    expect(await api.get(`/api/ruleChain/${chainId}`)).toMatchObject({ name: NAME, root: false });
    await expect.poll(draft).toBeUndefined();
    expect(await chains()).toBe(1);
    // What was typed while it was made live is a change of what is live now.
    await page.getByText(/Your changes.* still here/).waitFor();
    await page.locator('.react-flow__node', { hasText: 'Renamed meanwhile' }).waitFor();
    await page.getByRole('toolbar').getByText('1 change, not live').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.locator('.react-flow__node', { hasText: 'Save Timeseries' }).waitFor();
  });

  it('is exported in the shape that it had', async () => {
    await page.goto(`/ruleChains?search=${encodeURIComponent(NAME)}`);
    const row = page.getByRole('row', { name: new RegExp(NAME) });
    await row.getByRole('button', { name: `Actions for ${NAME}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as RuleChainFile;
    const file = JSON.parse(await readFile(FILE, 'utf8')) as RuleChainFile;
    expect(exported).toEqual({ ...file, ruleChain: { ...file.ruleChain, root: false } });
  });

  it('works unchanged: it stores what devices send', async () => {
    const profile = await api.post<Id>('/api/deviceProfile', {
      name: NAME,
      ...{ type: 'DEFAULT', transportType: 'DEFAULT', provisionType: 'DISABLED' },
      defaultRuleChainId: { entityType: 'RULE_CHAIN', id: chainId },
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'DEFAULT' },
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: null,
      },
    });
    profileId = profile.id.id;
    const device = await api.post<Id>('/api/device', { name: `Device of ${NAME}`, deviceProfileId: profile.id });
    deviceId = device.id.id;
    const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${deviceId}/credentials`);
    const send = (path: string, body: object) =>
      fetch(new URL(`/api/v1/${credentialsId}/${path}`, page.url()), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send('telemetry', { level: 7 })).status).toBe(200);
    expect((await send('attributes', { model: 'A' })).status).toBe(200);
    const of = `/api/plugins/telemetry/DEVICE/${deviceId}/values`;
    await expect
      .poll(
        async () => (await api.get<{ level?: { value: unknown }[] }>(`${of}/timeseries?keys=level`)).level?.[0]?.value,
      )
      .toBe('7');
    await expect
      .poll(async () => (await api.get<{ value: unknown }[]>(`${of}/attributes/CLIENT_SCOPE?keys=model`))[0]?.value)
      .toBe('A');
    expect(pageErrors).toEqual([]);
  });
});

describe('a node of a class that is not known here', () => {
  it('says what it is, and explains the rule engine', async () => {
    const type = 'com.harbour.rules.TideNode';
    const id = await postChain('Tides of the harbour', {
      nodes: [{ type, name: 'Tides', configuration: { sea: 'north' }, additionalInfo: { layoutX: 300, layoutY: 150 } }],
    });
    await page.goto(`/ruleChains/${id}`);
    const node = page.locator('.react-flow__node', { hasText: 'Tides' });
    await node.getByText('Unknown kind').waitFor();
    await node.dblclick();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('note').getByText(`Unknown Rule Node class: ${type}`).waitFor();
    await panel.getByRole('tab', { name: 'Help' }).click();
    await panel.getByRole('tabpanel').getByText(`Unknown Rule Node class: ${type}`).waitFor();
    await panel.getByRole('heading', { name: 'The way of a message' }).waitFor();
    await api.delete(`/api/ruleChain/${id}`);
  });
});
