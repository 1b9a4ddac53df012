import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, holdRequests, keptDraft, PHONE, restingBox } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard } from '../harness/objects.ts';
import { scriptWith, widgetEditor } from '../harness/widget-editor.ts';

interface Made {
  id: { id: string };
  alias: string;
}
interface StoredType extends Made {
  name: string;
  descriptor: { controllerScript: string };
}
let bundle: Made;
let typeId: string;
let editor: ReturnType<typeof widgetEditor>;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  bundle = await api.post<Made>('/api/widgetsBundle', { title: 'Workshop' });
});
beforeEach(() => {
  editor = widgetEditor(page);
});

const storedTypes = () => api.get<StoredType[]>(`/api/widgetTypesDetails?isSystem=false&bundleAlias=${bundle.alias}`);
const storedType = () => api.get<StoredType>(`/api/widgetType/${typeId}`);
const open = (id: string) => page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes/${id}`);

describe('the editor of widget types', () => {
  it('makes a type from nothing, which runs as soon as it is there', async () => {
    await page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes`);
    await page.getByRole('button', { name: 'Add widget type' }).click();
    const latest = page.getByRole('button', { name: /^Latest values/ });
    // Buttons have the type of the page, and not one that browsers give them.
    await expect.poll(() => latest.evaluate((button) => getComputedStyle(button).fontFamily)).toContain('Inter');
    await latest.click();
    await editor.drawn().getByText('Temperature').waitFor();
    await editor.preview.getByText('running').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await editor.save.click();
    await page.getByText('A widget type needs a name.').waitFor();
    await editor.field('Name').fill('Tank levels');
    await editor.write('HTML', '<p class="level">Level of the tank: {{ level }}</p>');
    const draft = () => keptDraft(page, `signalbox-widget-type-draft new latest ${bundle.id.id} `);
    await expect.poll(draft).toContain('Level of the tank');
    await page.reload();
    await page.getByText(/Changes of .* that were not saved are still here/).waitFor();
    await expect.poll(() => editor.field('Name').inputValue()).toBe('Tank levels');
    await editor.write('JavaScript', scriptWith('self.ctx.$scope.level = 42;'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await editor.drawn().getByText('Level of the tank: 42').waitFor();
    await editor.save.click();
    await page.getByText('Tank levels is saved').waitFor();
    await page.waitForURL(/widgetTypes\/[0-9a-f-]{36}$/);
    await expect.poll(draft).toBeUndefined();
    await editor.drawn().getByText('Level of the tank: 42').waitFor();
    const [made] = await storedTypes();
    expect(made).toMatchObject({ name: 'Tank levels', descriptor: { type: 'latest' } });
    typeId = made?.id.id ?? '';
  });

  it('keeps what is typed while it is saved for the first time, as changes of the type that it has become', async () => {
    await page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes/add/latest`);
    await editor.preview.getByText('running').waitFor();
    await editor.field('Name').fill('Late words');
    const letGo = await holdRequests(page, /\/api\/widgetType(\?|$)/);
    const asked = page.waitForRequest(/\/api\/widgetType(\?|$)/);
    await editor.save.click();
    await asked;
    await editor.write('HTML', '<p>Typed meanwhile</p>');
    letGo();
    await page.waitForURL(/widgetTypes\/[0-9a-f-]{36}$/);
    await page.getByText(/^Changes of .* are still here/).waitFor();
    await editor.drawn().getByText('Typed meanwhile').waitFor();
    await editor.toolbar.getByText('one change').waitFor();
    await api.delete(`/api/widgetType/${page.url().split('/').at(-1)}`);
  });

  it('says what fails, at its line, and does not save it', async () => {
    await open(typeId);
    await editor.drawn().getByText('Level of the tank: 42').waitFor();
    await editor.write('JavaScript', scriptWith('self.ctx.bananas.peel();'));
    await page.keyboard.press('ControlOrMeta+S');
    const refusal = page.getByRole('alert').filter({ hasText: 'Not saved: the widget does not work' });
    await refusal.getByText(/bananas|undefined/).waitFor();
    await refusal.getByText(/line 2/i).waitFor();
    const note = editor.preview.getByRole('alert').filter({ hasText: 'Line 2' }).first();
    await note.getByText('The script of the widget failed').waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await note.getByRole('button', { name: 'Go to line 2' }).click();
    await expect
      .poll(() => editor.field('JavaScript').evaluate((element) => element === document.activeElement))
      .toBe(true);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });
    await editor.toolbar.getByRole('button', { name: 'Save as' }).click();
    await refusal.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await storedType()).descriptor.controllerScript).toContain('42');

    await editor.write('JavaScript', scriptWith('while (true) {}'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await editor.preview.getByText('The widget was stopped: its script did not end').first().waitFor();
    await editor.preview.getByRole('button', { name: 'Go to line 2' }).waitFor();
    await editor.write('JavaScript', scriptWith('self.ctx.$scope.level = 43;'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await editor.drawn().getByText('Level of the tank: 43').waitFor();
    await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+S');
    await editor.isSaved();
  });

  it('completes what it knows, lays code out, and fills the screen with it', async () => {
    await editor.field('JavaScript').click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\nself.ctx.defaultSub');
    await page.getByRole('option', { name: /^defaultSubscription/ }).click();
    await expect.poll(() => editor.field('JavaScript').textContent()).toContain('self.ctx.defaultSubscription');
    await editor.write('HTML', '<div><p>Level of the tank: {{ level }}</p><p>Cellar</p></div>');
    await page.getByRole('button', { name: 'Tidy: HTML' }).click();
    const lines = () => editor.field('HTML').locator('.cm-line').allTextContents();
    await expect.poll(lines).toContain('  <p>Level of the tank: {{ level }}</p>');
    await page.getByRole('button', { name: 'Full screen: HTML' }).click();
    const large = page.getByRole('dialog', { name: 'HTML' });
    await expect.poll(async () => (await large.getByRole('textbox').boundingBox())?.width).toBeGreaterThan(1200);
    expect(await accessibilityViolations(page)).toEqual([]);
    await large.getByRole('button', { name: 'Leave full screen' }).click();
    await large.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect.poll(async () => (await editor.toolbar.boundingBox())?.y).toBe(0);
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect.poll(async () => (await editor.toolbar.boundingBox())?.y).toBeGreaterThan(0);
  });

  it('says what is no form, keeps files, and moves its borders by keys', async () => {
    await editor.write('Settings schema', '{"schema": ');
    await page.getByRole('alert').filter({ hasText: 'This is no JSON, so there is no form.' }).waitFor();
    await page.getByRole('tab', { name: 'Settings schema !' }).waitFor();
    await page.keyboard.press('ControlOrMeta+Q');
    await page.getByRole('tab', { name: 'Settings schema', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Add file' }).click();
    await page.getByRole('textbox', { name: 'Address of file 1' }).fill('/static/tank.js');
    await page.getByRole('button', { name: 'one change' }).waitFor();
    await page.getByRole('button', { name: 'Remove file 1' }).click();
    await editor.isSaved();
    const border = page.getByRole('separator', { name: 'Height of the upper parts' });
    await expect.poll(() => border.getAttribute('aria-valuenow')).toBe('35');
    await border.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBeGreaterThan(35);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => border.getAttribute('aria-valuenow')).toBe('35');
  });

  it('cuts its tabs off beside what it says of the preview on a phone, and begins no line with a border', async () => {
    await open(typeId);
    await page.setViewportSize(PHONE);
    const all = page.getByRole('region', { name: 'Parts of the widget type' });
    const status = await restingBox(all.getByRole('status'));
    const tabs = await restingBox(all.locator('.MuiTabs-scroller'));
    expect(status.x - tabs.x - tabs.width).toBeGreaterThanOrEqual(12);
    await expect.poll(() => editor.toolbar.locator('.MuiDivider-root:visible').count()).toBe(0);
    await page.setViewportSize(DESKTOP);
    await expect.poll(() => editor.toolbar.locator('.MuiDivider-root:visible').count()).toBe(2);
  });

  it('asks before it is left with changes', async () => {
    await editor.field('Name').fill('Tanks, left');
    const bundleLink = page
      .getByRole('navigation', { name: 'Where you are' })
      .getByRole('link', { name: 'Workshop', exact: true });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await bundleLink.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => editor.field('Name').inputValue()).toBe('Tanks, left');
    await bundleLink.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/widgetTypes$/);
    expect((await storedType()).name).toBe('Tank levels');
    // What was not saved is a draft, which is given up here.
    await open(typeId);
    await page.getByText(/^Changes of .* are still here/).waitFor();
    await page.keyboard.press('ControlOrMeta+Q');
    await editor.isSaved();
  });

  it('gives open dashboards the new code', async () => {
    const { alias } = await storedType();
    const widget = { bundleAlias: bundle.alias, typeAlias: alias, type: 'latest' as const, isSystemType: false };
    const dashboardId = await createDashboard(
      api,
      'Workshop dashboard',
      { tank: { ...widget, title: 'Tank', config: { title: 'Tank', datasources: [], settings: {} } } },
      [],
    );
    const viewer = await page.context().newPage();
    try {
      await viewer.goto(`/dashboards/${dashboardId}`);
      const tank = viewer.getByRole('region', { name: 'Tank' }).frameLocator('iframe');
      await tank.getByText('Level of the tank: 43').waitFor();
      await open(typeId);
      await editor.drawn().getByText('Level of the tank: 43').waitFor();
      await editor.write('JavaScript', scriptWith('self.ctx.$scope.level = 44;'));
      await page.keyboard.press('ControlOrMeta+S');
      await editor.isSaved();
      await viewer.bringToFront();
      await tank.getByText('Level of the tank: 44').waitFor();
    } finally {
      await viewer.close();
    }
  });

  it('shows types of the system, and saves them as others', async () => {
    const shipped = await api.get<Made>('/api/widgetType?isSystem=true&bundleAlias=cards&alias=attributes_card');
    const bundles = await api.get<(Made & { title: string })[]>('/api/widgetsBundles');
    const cards = bundles.find(({ alias }) => alias === 'cards');
    await page.goto(`/widgets-bundles/${cards?.id.id}/widgetTypes/${shipped.id.id}`);
    await page.getByText(/^This type belongs to the system/).waitFor();
    await editor.preview.getByText('running').waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Where you are' });
    await crumbs.getByRole('link', { name: 'Cards', exact: true }).waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('heading', { name: 'Widget type editor', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => editor.save.count()).toBe(0);
    await expect.poll(() => editor.field('Name').getAttribute('readonly')).not.toBeNull();
    await editor.toolbar.getByRole('button', { name: 'Save as' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as another widget type' });
    await dialog.getByLabel(/^Name( \*)?$/).fill('My card');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Bundle' }).click();
    await page.getByRole('option', { name: 'Workshop' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(new RegExp(`${bundle.id.id}/widgetTypes/`));
    await editor.save.waitFor();
    await expect
      .poll(async () => (await storedTypes()).map(({ name }) => name).sort())
      .toEqual(['My card', 'Tank levels']);
  });
});
