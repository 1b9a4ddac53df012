import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { postChain, SAVE } from '../harness/rule-chains.ts';

interface Metadata {
  nodes: {
    name: string;
    additionalInfo: { owner?: string; notes?: { text: string; colour: string; width: number }[] };
  }[];
}

let made = 0;

describe('notes on a rule chain', () => {
  setUpConsole();
  let id: string;

  beforeEach(async () => {
    const name = `Noted ${Date.now().toString(36)}${made++}`;
    id = await postChain(name, {
      nodes: [
        {
          type: SAVE,
          name: 'Keep it',
          configuration: { defaultTTL: 0 },
          additionalInfo: { layoutX: 320, layoutY: 150, owner: 'another client' },
        },
      ],
    });
    pageErrors.length = 0;
    await page.goto(`/ruleChains/${id}`);
    await page.locator('.react-flow__node', { hasText: 'Keep it' }).waitFor();
  });
  const toolbar = () => page.getByRole('toolbar');
  const panel = () => page.getByRole('complementary', { name: 'Settings' });
  const notes = async () => {
    const { nodes } = await api.get<Metadata>(`/api/ruleChain/${id}/metadata`);
    return nodes.flatMap(({ additionalInfo }) => additionalInfo.notes ?? []);
  };
  const makeLive = async () => {
    await toolbar().getByRole('button', { name: 'Make live' }).click();
    await toolbar().getByText('Live', { exact: true }).waitFor();
  };

  it('are written, coloured, sized, moved and deleted, undone, and kept with the chain', async () => {
    await toolbar().getByRole('button', { name: 'Add a note' }).click();
    await panel().getByLabel('Text').fill('Ask Ida before changing this');
    await panel().getByRole('combobox', { name: 'Colour' }).click();
    await page.getByRole('option', { name: 'Red' }).click();
    await panel().getByLabel('Width (px)').fill('300');
    const note = page.getByRole('group', { name: 'Note: Ask Ida before changing this' });
    await note.waitFor();
    await makeLive();
    await expect
      .poll(() => notes())
      .toMatchObject([{ text: 'Ask Ida before changing this', colour: 'red', width: 300 }]);
    // What other clients store beside it stays.
    const { nodes } = await api.get<Metadata>(`/api/ruleChain/${id}/metadata`);
    expect(nodes[0]?.additionalInfo.owner).toBe('another client');

    await page.reload();
    const before = await restingBox(note);
    // By keyboard.
    await note.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await toolbar().getByText('1 change, not live').waitFor();
    await expect.poll(async () => (await note.boundingBox())?.x).toBeGreaterThan(before.x);
    await page.keyboard.press('Enter');
    await panel().getByLabel('Text').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Delete the note' }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('Note “Ask Ida before changing this” is deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await toolbar()
      .getByRole('button', { name: /^Undo: deleted/ })
      .click();
    await note.waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('leave one canvas with one name', async () => {
    await expect.poll(() => page.getByRole('application').count()).toBe(1);
    await page.getByRole('application', { name: /^Rule chain Noted/ }).waitFor();
  });
});
