import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, keptDraft } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { scriptWith, widgetEditor } from '../harness/widget-editor.ts';

interface StoredType {
  id: { id: string };
  descriptor: { controllerScript: string; templateHtml: string };
}
let bundle: { id: { id: string }; alias: string };
let typeId: string;
let editor: ReturnType<typeof widgetEditor>;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  bundle = await api.post('/api/widgetsBundle', { title: 'Archive' });
  const type = {
    bundleAlias: bundle.alias,
    name: 'Tank levels',
    descriptor: {
      ...{ type: 'static', sizeX: 4, sizeY: 3, resources: [], defaultConfig: '{}' },
      templateHtml: '<p>Level of the tank: {{ level }}</p>',
      controllerScript: scriptWith('self.ctx.$scope.level = 42;'),
    },
  };
  const made = await api.post<StoredType>('/api/widgetType', type);
  typeId = made.id.id;
  const descriptor = { ...type.descriptor, controllerScript: scriptWith('self.ctx.$scope.level = 44;') };
  await api.post('/api/widgetType', { ...made, descriptor });
});
beforeEach(() => {
  editor = widgetEditor(page);
});

const storedType = () => api.get<StoredType>(`/api/widgetType/${typeId}`);
const open = (id: string) => page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes/${id}`);

describe('what a widget type was', () => {
  it('keeps what is not saved over a reload, compares it, and takes it back step by step', async () => {
    await open(typeId);
    await editor.drawn().getByText('Level of the tank: 44').waitFor();
    await editor.write('HTML', '<p>Draft: {{ level }}</p>');
    await page.getByRole('button', { name: 'one change' }).waitFor();
    await expect.poll(() => keptDraft(page, `signalbox-widget-type-draft ${typeId} `)).toContain('Draft:');
    await page.reload();
    await page.getByText(/^Changes of .* are still here/).waitFor();
    await editor.drawn().getByText('Draft: 44').waitFor();
    await page.getByRole('button', { name: 'one change' }).click();
    const dialog = page.getByRole('dialog', { name: 'What has changed' });
    await dialog.getByText('<p>Draft: {{ level }}</p>').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Q');
    await editor.toolbar.getByText('no changes').waitFor();
    await editor.toolbar.getByRole('button', { name: /^Undo:/ }).click();
    await page.getByRole('button', { name: 'one change' }).waitFor();
    await page.keyboard.press('ControlOrMeta+Q');
    await editor.toolbar.getByText('no changes').waitFor();
  });

  it('goes back to a version', async () => {
    await open(typeId);
    await editor.drawn().getByText('Level of the tank: 44').waitFor();
    await editor.toolbar.getByRole('button', { name: 'Versions' }).click();
    const panel = page.getByRole('complementary', { name: 'Versions' });
    await panel.getByRole('listitem', { name: 'Version 2' }).getByText('in force').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Restore version 1' }).click();
    await editor.drawn().getByText('Level of the tank: 42').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await editor.isSaved();
    await panel.getByRole('listitem', { name: 'Version 3' }).getByText('in force').waitFor();
    await expect.poll(async () => (await storedType()).descriptor.controllerScript).toContain('42');
  });

  it('merges with what somebody else has saved meanwhile', async () => {
    await open(typeId);
    await editor.drawn().getByText('Level of the tank: 42').waitFor();
    await editor.write('HTML', '<p>Mine: {{ level }}</p>');
    const known = await storedType();
    const theirs = { ...known.descriptor, controllerScript: scriptWith('self.ctx.$scope.level = 50;') };
    await api.post('/api/widgetType', { ...known, descriptor: theirs });
    await page.keyboard.press('ControlOrMeta+S');
    const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this type meanwhile' });
    await dialog.getByRole('button', { name: 'Merge and go on' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+S');
    await editor.isSaved();
    await editor.drawn().getByText('Mine: 50').waitFor();
    await expect.poll(async () => (await storedType()).descriptor.templateHtml).toBe('<p>Mine: {{ level }}</p>');
  });
});
