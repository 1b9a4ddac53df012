import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { editorTool, saveDashboard, widgetHandle } from '../harness/dashboard-editor.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

const BOILER = '0b6f9a54-5f2e-4d30-8a27-000000000143';
let dashboardId: string;

const titles = async () => {
  const { configuration } = await api.get<{
    configuration: { widgets: Record<string, { config: { title: string } }> };
  }>(`/api/dashboard/${dashboardId}`);
  return Object.values(configuration.widgets).map(({ config }) => config.title);
};
const version = (number: number) => page.getByRole('listitem', { name: `Version ${number}`, exact: true });

/** What screen readers find on the page, as the browser tells them. */
async function readTexts(): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ ignored, role }) => !ignored && role?.value === 'StaticText').map(({ name }) => name?.value);
}

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const { id } = await createDevice(api, 'Versioned boiler');
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const widget = describeWidget(card, 'Versioned boiler', BOILER, [{ name: 'temperature' }], {});
  dashboardId = await createDashboard(api, 'Versioned plant', { widget }, [
    { id: BOILER, alias: 'Versioned boiler', filter: singleDevice(id) },
  ]);
});

describe('versions of dashboards', () => {
  it('are kept by each save, compared with what is edited, and restored as a step of it', async () => {
    await page.goto(`/dashboards/${dashboardId}`);
    await page.getByRole('button', { name: 'Edit the dashboard' }).click();
    await widgetHandle('Versioned boiler').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await editorTool('Undo: move Versioned boiler').waitFor();
    await saveDashboard();
    await widgetHandle('Versioned boiler').click();
    await page.keyboard.press('Delete');
    await editorTool('Undo: remove Versioned boiler').waitFor();
    await saveDashboard();

    await editorTool('Versions').click();
    await version(3).getByText('in force').waitFor();
    await version(3)
      .getByText(/^tenant@/)
      .waitFor();
    await page.getByRole('button', { name: 'Compare version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'From version 2 to what you edit' });
    await dialog.getByText('Removed: Versioned boiler').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await version(2)
      .getByText(/^1 change until now/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Restore version 2' }).click();
    await widgetHandle('Versioned boiler').waitFor();
    // Nothing is stored before it is saved.
    await expect.poll(() => titles()).toEqual([]);
    await editorTool('Undo: restore version 2').click();
    await widgetHandle('Versioned boiler').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await widgetHandle('Versioned boiler').waitFor();
    await editorTool('Undo: restore version 1').waitFor();
    await saveDashboard();
    await version(4).getByText('in force').waitFor();
    await expect.poll(() => titles()).toEqual(['Versioned boiler']);
    expect(pageErrors).toEqual([]);
  });

  it('come back with a deleted dashboard', async () => {
    const title = 'Deleted and restored';
    const id = await createDashboard(api, title, {}, []);
    await api.delete(`/api/dashboard/${id}`);
    await page.goto('/dashboards');
    await page.getByRole('button', { name: 'Deleted dashboards' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deleted dashboards' });
    const none = dialog.getByText('No deleted dashboard has this in its title.');
    await dialog.getByRole('searchbox').fill('no such dashboard');
    await none.waitFor();
    // Nothing is said of what is still looked for.
    const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/dashboards/deleted?*', async (route) => {
      await isSeen;
      await route.continue();
    });
    await dialog.getByRole('searchbox').fill(title);
    await expect.poll(() => none.count()).toBe(0);
    answer();
    const row = dialog.getByRole('listitem', { name: title });
    await row.getByText(/Deleted .* by tenant@/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole('button', { name: `Restore ${title}` }).click();
    // The dialog stays open, and screen readers read the toast beside it.
    await page.getByRole('status').getByText(`${title} is back.`).waitFor();
    await expect.poll(() => readTexts()).toContain(`${title} is back.`);
    await none.waitFor();
    await expect.poll(() => api.get(`/api/dashboard/${id}`)).toMatchObject({ title });
    await expect
      .poll(() => api.get(`/api/dashboard/${id}/versions?pageSize=5&page=0`))
      .toMatchObject({ totalElements: 2 });
    expect(pageErrors).toEqual([]);
  });
});
