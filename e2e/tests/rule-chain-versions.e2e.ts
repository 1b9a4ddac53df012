import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';

interface Metadata {
  nodes: { name: string }[];
  ruleChainConnections: unknown[] | null;
}

const SAVE = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode';

let made = 0;
const newName = (words: string) => `${words} ${Date.now().toString(36)}${made++}`;
const node = (name: string) => ({
  type: SAVE,
  name,
  configuration: { defaultTTL: 0 },
  additionalInfo: { layoutX: 320, layoutY: 150 },
});
const save = (id: string, body: object) =>
  api.post('/api/ruleChain/metadata', { ruleChainId: { entityType: 'RULE_CHAIN', id }, firstNodeIndex: 0, ...body });
async function makeChain(name: string, ...saves: object[]): Promise<string> {
  const { id } = (await api.post<{ id: { id: string } }>('/api/ruleChain', { name, type: 'CORE' })).id;
  for (const body of saves) await save(id, body);
  return id;
}
const namesOf = async (id: string) =>
  (await api.get<Metadata>(`/api/ruleChain/${id}/metadata`)).nodes.map(({ name }) => name);
const card = (name: string) => page.locator('.react-flow__node', { hasText: name });
const version = (number: number) => page.getByRole('listitem', { name: `Version ${number}`, exact: true });

describe('versions of rule chains', () => {
  setUpConsole();
  let id: string;
  let name: string;

  beforeEach(async () => {
    name = newName('Versioned');
    id = await makeChain(name, { nodes: [node('First try')] }, { nodes: [node('Second try'), node('More')] });
    pageErrors.length = 0;
  });

  it('are listed in the editor, compared with each other, and restored with one click, back and forth', async () => {
    await page.goto(`/ruleChains/${id}`);
    await card('Second try').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Show the versions' }).click();
    const inForce = version(2);
    await inForce.getByText('in force').waitFor();
    await expect.poll(() => inForce.textContent()).toContain('tenant@');
    await expect.poll(() => inForce.getByRole('button', { name: /Restore/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Compare version 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('First try is deleted', { exact: true }).waitFor();
    await dialog.getByText('Second try is added', { exact: true }).waitFor();
    // Any two can be compared: here the first one with nothing.
    await dialog.getByRole('combobox', { name: 'To' }).click();
    await page.getByRole('option', { name: /^1 · / }).click();
    await dialog.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'Nothing' }).click();
    await dialog.getByText('First try is added', { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();

    await card('First try').waitFor();
    await expect.poll(() => card('Second try').count()).toBe(0);
    await expect.poll(() => namesOf(id)).toEqual(['First try']);
    await version(3)
      .getByText(/restores version 1/)
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await card('Second try').waitFor();
    await version(4).getByText('in force').waitFor();
    await expect.poll(() => namesOf(id)).toEqual(['Second try', 'More']);
    expect(pageErrors).toEqual([]);
  });

  it('do not overwrite what others saved, and ask before what is not live is lost', async () => {
    await page.goto(`/ruleChains/${id}`);
    await card('Second try').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Show the versions' }).click();
    await version(2).waitFor();
    await save(id, { nodes: [node('By somebody else')] });
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Somebody else changed the rule chain meanwhile. Nothing was restored.').waitFor();
    await expect.poll(() => namesOf(id)).toEqual(['By somebody else']);
    // What the other one did is in the list now.
    await version(3).waitFor();

    await page.reload();
    await card('By somebody else').click();
    await page.keyboard.press('Delete');
    await page
      .getByRole('toolbar')
      .getByText(/not live$/)
      .waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Show the versions' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const question = page.getByRole('dialog');
    await question.getByText(/is not live/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => namesOf(id)).toEqual(['By somebody else']);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await question.getByRole('button', { name: 'Discard and restore' }).click();
    await card('First try').waitFor();
    await expect.poll(() => namesOf(id)).toEqual(['First try']);
  });

  it('are a tab of the details, on a phone too', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/ruleChains/details/${id}?tab=versions`);
    await phone.getByRole('button', { name: 'Restore version 1' }).click();
    await phone.getByRole('listitem', { name: 'Version 3', exact: true }).waitFor();
    await expect.poll(() => namesOf(id)).toEqual(['First try']);
    await phone.close();
  });
});

describe('deleted rule chains', () => {
  setUpConsole();

  it('are restored from the list, with the links to them when somebody wants them', async () => {
    const name = newName('Deleted');
    const target = await makeChain(name, { nodes: [node('Comes back')] });
    const source = await makeChain(newName('Leads there'), {
      nodes: [node('Leads there')],
      ruleChainConnections: [
        { fromIndex: 0, targetRuleChainId: { entityType: 'RULE_CHAIN', id: target }, type: 'Success' },
      ],
    });
    await api.delete(`/api/ruleChain/${target}`);
    await page.goto('/ruleChains');
    await page.getByRole('button', { name: 'Deleted rule chains' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deleted rule chains' });
    await dialog.getByRole('searchbox').fill(name);
    const row = dialog.getByRole('listitem', { name });
    await row.getByText(/Deleted .* by tenant@/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole('button', { name: `Restore ${name}` }).click();
    const question = page.getByRole('dialog', { name: `Restore ${name}?` });
    await question.getByRole('checkbox', { name: 'Restore 1 link of other rule chains to it as well' }).check();
    await question.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText(`${name} is back. 1 link leads to it again.`).waitFor();
    await dialog.getByText('No deleted rule chain has this in its name.').waitFor();
    await expect.poll(() => namesOf(target)).toEqual(['Comes back']);
    await expect
      .poll(async () => (await api.get<Metadata>(`/api/ruleChain/${source}/metadata`)).ruleChainConnections)
      .toHaveLength(1);
  });

  it('are deleted for good', async () => {
    const name = newName('Gone');
    const id = await makeChain(name, { nodes: [node('Gone')] });
    await api.delete(`/api/ruleChain/${id}`);
    await page.goto('/ruleChains');
    await page.getByRole('button', { name: 'Deleted rule chains' }).click();
    await page.getByRole('button', { name: `Delete for good: ${name}` }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name} for good?` })
      .getByRole('button', { name: 'Delete for good' })
      .click();
    await page.getByRole('button', { name: `Delete for good: ${name}` }).waitFor({ state: 'detached' });
    await expect(api.post(`/api/ruleChains/deleted/${id}/restore`)).rejects.toThrow('404');
  });
});
