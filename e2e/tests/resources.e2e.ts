import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { SYSADMIN } from '../harness/api.ts';
import { accessibilityViolations, openFromMenu } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { visit } from '../harness/visit.ts';

interface Info {
  id: { id: string };
  title: string;
  resourceKey: string;
}

const model = (id: number, name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<LWM2M><Object ObjectType="MODefinition"><Name>${name}</Name><ObjectID>${id}</ObjectID>
  <ObjectVersion>1.0</ObjectVersion><MultipleInstances>Single</MultipleInstances><Mandatory>Optional</Mandatory>
  <Resources><Item ID="0"><Name>Level</Name><Operations>R</Operations></Item></Resources></Object></LWM2M>`;
const file = (name: string, content: string) => ({
  ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
});

setUpConsole({ sharePage: true });
beforeAll(async () => {
  const data = Buffer.from('first key store').toString('base64');
  await api.post('/api/resource', { title: 'Sluice keys', resourceType: 'JKS', fileName: 'sluice.jks', data });
});
const stored = async (search: string) =>
  (await api.get<{ data: Info[] }>(`/api/resource?pageSize=50&page=0&textSearch=${search}`)).data;
const titles = async () => (await stored('')).map(({ title }) => title);
const dialog = () => page.getByRole('dialog', { name: 'New resource' });

describe('the resources library', () => {
  it('takes several models, whose titles are in their files, and says which is not one', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Settings' }).click();
    await openFromMenu(page, 'Resources library');
    await page.getByText('Sluice keys').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add resource' }).click();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByRole('alert').getByText('Choose a file first').waitFor();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles([
        file('gate.xml', model(32_801, 'Gate')),
        file('lock.xml', model(32_802, 'Lock')),
        file('no.xml', '<a>'),
      ]);
    const files = dialog().getByRole('list', { name: 'Files to be uploaded' });
    await files.getByText('lock.xml').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await files.getByText(/Failed to parse file no\.xml/).waitFor();
    await expect.poll(() => files.getByRole('listitem').count()).toBe(1);
    await files.getByRole('button', { name: 'Leave no.xml out' }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Gate id=32801 v1.0').waitFor();
    await page.getByText('Lock id=32802 v1.0').waitFor();
    await expect.poll(async () => (await stored('Gate'))[0]).toMatchObject({ resourceKey: '32801_1.0' });
  });

  it('takes a key store under a title, gives it back, and is searched', async () => {
    await visit(page, '/settings/resources-library');
    await page.getByRole('button', { name: 'Add resource' }).click();
    await dialog().getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'PKCS #12' }).click();
    await dialog().locator('input[type=file]').setInputFiles(file('harbour.p12', 'key store of the harbour'));
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('A title is needed').first().waitFor();
    const title = dialog().getByLabel(/^Title( \*)?$/);
    await title.fill('Harbour <img src=x>');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog()
      .getByText(/malformed|markup|not allowed/i)
      .first()
      .waitFor();
    await title.fill('Harbour keys');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Harbour keys added').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('complementary').getByRole('button', { name: 'Download the file' }).click();
    const taken = await download;
    expect(taken.suggestedFilename()).toBe('harbour.p12');
    expect(await readFile(await taken.path(), 'utf8')).toBe('key store of the harbour');
    await page.goto('/settings/resources-library');
    await page.getByRole('searchbox').fill('harbour');
    await page.getByText('Sluice keys').waitFor({ state: 'detached' });
    await page.getByText('Harbour keys').waitFor();
  });

  it('is changed and emptied by those alone whose it is', async () => {
    const [own] = await stored('Sluice');
    await visit(page, `/settings/resources-library/${own?.id.id}`);
    await page.getByRole('complementary').getByRole('heading', { name: 'Sluice keys' }).waitFor();
    await page.getByRole('complementary').getByText('sluice.jks').waitFor();
    await page.keyboard.press('e');
    await page.getByLabel(/^Title( \*)?$/).fill('Keys of the sluice');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => titles()).toContain('Keys of the sluice');
    await expect
      .poll(() => api.get(`/api/resource/${own?.id.id}`))
      .toMatchObject({
        data: Buffer.from('first key store').toString('base64'),
      });

    const system = await openPage({ user: SYSADMIN });
    await system.goto('/settings/resources-library');
    await system.getByRole('button', { name: 'Add resource' }).first().waitFor();
    await expect.poll(() => system.getByText('Keys of the sluice').count()).toBe(0);
    await system.getByRole('button', { name: 'Add resource' }).first().click();
    const adding = system.getByRole('dialog', { name: 'New resource' });
    await adding.locator('input[type=file]').setInputFiles(file('buoy.xml', model(32_803, 'Buoy')));
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await system.getByText('Buoy id=32803 v1.0 added').waitFor();

    await page.goto('/settings/resources-library');
    await page.getByRole('button', { name: 'Actions for Buoy id=32803 v1.0' }).click();
    await page.getByRole('menuitem', { name: 'Download the file' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Keys of the sluice' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.goto('/settings/resources-library');
    await expect.poll(() => titles()).not.toContain('Keys of the sluice');
  });
});
