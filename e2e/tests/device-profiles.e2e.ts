import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, openFromMenu, PHONE } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDevice, createTenant } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

interface Profile {
  id: { id: string };
  name: string;
  default: boolean;
  description: string | null;
  transportType: string;
  provisionType: string;
  provisionDeviceKey: string | null;
  profileData: {
    transportConfiguration: Record<string, unknown>;
    provisionConfiguration: { provisionDeviceSecret: string | null };
    alarms: unknown;
  };
}

const stamp = Date.now();
const NAME = `Cellar meters ${stamp}`;
setUpConsole({ sharePage: true });

async function stored(name: string, as = api): Promise<Profile | undefined> {
  const found = await as.get<{ data: Profile[] }>(
    `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(name)}`,
  );
  return found.data.find((profile) => profile.name === name);
}

/** Saves a profile with the API. */
const save = (name: string, more: object = {}, as = api): Promise<Profile> =>
  as.post('/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
    ...more,
  });
const panel = () => page.getByRole('complementary');

async function choose(label: string, option: string, within = panel()) {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('a device profile', () => {
  it('is added in steps, each of which says what is wrong with it', async () => {
    await page.goto('/home');
    await openFromMenu(page, 'Device profiles');
    await page.getByRole('button', { name: 'Add device profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a device profile' });
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await dialog.getByText('Required').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(NAME);
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'meter.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
    });
    await dialog.getByRole('button', { name: 'Remove the image' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await choose('Transport', 'MQTT with topics of its own', dialog);
    await dialog.getByRole('textbox', { name: 'Telemetry topic' }).fill('cellar/#/values');
    await dialog.getByRole('textbox', { name: 'Attributes topic' }).fill('cellar/facts');
    await dialog.getByText('# can only be the last level').waitFor();
    await dialog.getByRole('textbox', { name: 'Telemetry topic' }).fill('cellar/facts');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Enter another topic than that of telemetry').waitFor();
    await dialog.getByRole('textbox', { name: 'Telemetry topic' }).fill('cellar/+/values');
    await choose('Payload', 'Protobuf', dialog);
    await dialog.getByRole('textbox', { name: 'Schema of calls to devices' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const telemetry = dialog.getByRole('textbox', { name: 'Schema of telemetry' });
    await telemetry.fill('message M {\ndouble t = 1;\n}');
    await dialog.getByRole('button', { name: 'Tidy: Schema of telemetry' }).click();
    await expect.poll(() => telemetry.locator('.cm-line').allTextContents()).toContain('    double t = 1;');
    await dialog.getByRole('button', { name: 'Full screen: Schema of telemetry' }).click();
    const large = page.getByRole('dialog', { name: 'Schema of telemetry' });
    await expect.poll(async () => (await large.getByRole('textbox').boundingBox())?.width).toBeGreaterThan(1000);
    expect(await accessibilityViolations(page)).toEqual([]);
    await large.getByRole('button', { name: 'Leave full screen' }).click();
    await large.waitFor({ state: 'detached' });
    await telemetry.fill('syntax = "proto2"; message M { optional double t = 1; }');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    // The server names the schema: its words stand there.
    await dialog.locator('[data-field=telemetrySchema]').getByText('Only proto3 allowed').waitFor();
    await telemetry.fill('syntax = "proto3"; message M { optional double t = 1; }');
    await dialog.getByRole('switch', { name: 'Accept JSON as well' }).check();
    await dialog.getByRole('switch', { name: 'Send JSON to the default topics' }).check();
    await dialog.getByRole('button', { name: 'Next: Alarm rules' }).click();
    await dialog.getByRole('button', { name: 'Next: Provisioning' }).click();
    await choose('Provisioning', 'Devices register themselves', dialog);
    const secret = await dialog.getByRole('textbox', { name: 'Provision secret' }).inputValue();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${NAME} added`).waitFor();
    await expect
      .poll(() => stored(NAME))
      .toMatchObject({
        transportType: 'MQTT',
        image: expect.stringContaining('data:image/svg+xml;base64,'),
        provisionType: 'ALLOW_CREATE_NEW_DEVICES',
        provisionDeviceKey: expect.stringMatching(/^\w{20}$/),
        profileData: {
          transportConfiguration: {
            deviceTelemetryTopic: 'cellar/+/values',
            deviceAttributesTopic: 'cellar/facts',
            transportPayloadTypeConfiguration: {
              transportPayloadType: 'PROTOBUF',
              enableCompatibilityWithJsonPayloadFormat: true,
              useJsonPayloadFormatForDefaultDownlinkTopics: true,
            },
          },
          provisionConfiguration: { provisionDeviceSecret: secret },
        },
      });
  });

  it('is changed tab by tab, and keeps what the other tabs have', async () => {
    const before = await stored(NAME);
    await page.goto(`/deviceProfiles/${before?.id.id}?tab=transport`);
    await panel().getByRole('textbox', { name: 'Telemetry topic' }).fill('cellar/values');
    await choose('Payload', 'JSON');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Control+S');
    await page
      .getByText(/Saved$/)
      .first()
      .waitFor();
    await page.goto(`/deviceProfiles/${before?.id.id}?tab=provisioning`);
    await panel().getByText('-u provision').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose('Provisioning', 'Devices do not register themselves');
    await panel().getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/Saved$/)
      .first()
      .waitFor();
    await expect.poll(async () => (await stored(NAME))?.provisionType).toBe('DISABLED');
    await page.goto(`/deviceProfiles/${before?.id.id}`);
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await panel().getByRole('textbox', { name: 'Description' }).fill('Below the street');
    await panel().getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored(NAME))?.description).toBe('Below the street');
    await expect
      .poll(() => stored(NAME))
      .toMatchObject({
        description: 'Below the street',
        provisionDeviceKey: null,
        profileData: {
          transportConfiguration: {
            deviceTelemetryTopic: 'cellar/values',
            transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
          },
          provisionConfiguration: { provisionDeviceSecret: null },
        },
      });
  });

  it('goes out as a file and comes in as another one', async () => {
    await page.goto(`/deviceProfiles?search=${encodeURIComponent(NAME)}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    const content = await readFile(await (await download).path(), 'utf8');
    expect(JSON.parse(content)).not.toHaveProperty('tenantId');
    await page.getByRole('button', { name: 'Import device profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a device profile' });
    const chooseFile = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'profile.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await chooseFile('{"title":"A dashboard"}');
    await dialog.getByText('not an exported device profile').waitFor();
    await chooseFile(JSON.stringify({ ...JSON.parse(content), transportType: 'PIGEON' }));
    await dialog.getByText('“transportType” is missing or does not fit').waitFor();
    const elsewhere = { entityType: 'RULE_CHAIN', id: '0b6f9a54-5f2e-4d30-8a27-0000000000aa' };
    await chooseFile(JSON.stringify({ ...JSON.parse(content), defaultRuleChainId: elsewhere }));
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('This name is taken').waitFor();
    pageErrors.length = 0;
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await name.fill(`${NAME} copy`);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(`${NAME} copy imported`).waitFor();
    await page.getByText(/came without what is not here: Rule chain\./).waitFor();
    const [one, other] = [await stored(NAME), await stored(`${NAME} copy`)];
    expect(other?.profileData).toEqual(one?.profileData);
  });

  it('of another client keeps its settings, whatever is saved', async () => {
    const name = `Field loggers ${stamp}`;
    const transportConfiguration = {
      type: 'LWM2M',
      observeAttr: { observe: ['/3_1.0/0/9'], keyName: { '/3_1.0/0/9': 'battery' }, telemetry: [], attribute: [] },
      clientLwM2mSettings: { powerMode: 'PSM', ofAnotherClient: [1, 2] },
    };
    const { id } = await save(name, {
      transportType: 'LWM2M',
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration, ofAnotherClient: { a: 1 } },
    });
    await visit(page, `/deviceProfiles/${id.id}?tab=transport`);
    await panel().getByRole('textbox', { name: 'Lifetime of a registration' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/Saved$/)
      .first()
      .waitFor();
    await page.keyboard.press('e');
    await panel().getByRole('textbox', { name: 'Description' }).fill('In the fields');
    await panel().getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored(name))?.description).toBe('In the fields');
    await expect
      .poll(async () => (await stored(name))?.profileData)
      .toMatchObject({ transportConfiguration, ofAnotherClient: { a: 1 } });
  });

  it('becomes the default, which cannot be deleted; others can, one or several', async () => {
    const [one, other, third] = ['one', 'other', 'third'].map((word) => `Short-lived ${word} ${stamp}`) as [
      string,
      string,
      string,
    ];
    // In a tenant of its own: other tests make devices of the default profile.
    const { user, api: own } = await createTenant(inject('server').http, 'changes-default');
    const page = await openPage({ user });
    for (const name of [one, other, third]) await save(name, {}, own);
    const before = await own.get<{ id: { id: string } }>('/api/deviceProfileInfo/default');
    await page.goto(`/deviceProfiles?search=${encodeURIComponent('Short-lived')}`);
    const actions = page.getByRole('button', { name: `Actions for ${one}` });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click();
    await page.getByText(`${one} is the default profile`).waitFor();
    await expect.poll(async () => (await stored(one, own))?.default).toBe(true);
    await actions.click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await own.post(`/api/deviceProfile/${before.id.id}/default`);
    await page.reload();
    await page.getByRole('button', { name: `Actions for ${third}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('only while no device has it').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${third} deleted`).waitFor();
    await page.getByRole('checkbox', { name: one }).check();
    await page.getByRole('checkbox', { name: other }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => [await stored(one, own), await stored(other, own)]).toEqual([undefined, undefined]);
  });

  it('says why it cannot be deleted or change its transport while devices use it, and leads to them', async () => {
    const name = `Used ${stamp}`;
    const { id } = await save(name);
    const device = await createDevice(api, `Uses a profile ${stamp}`);
    await api.post('/api/device', { id: { id: device.id }, name: device.name, type: name });
    await page.goto(`/deviceProfiles/${id.id}?tab=transport`);
    await choose('Transport', 'MQTT with topics of its own');
    await panel().getByRole('button', { name: 'Save' }).click();
    await panel().locator('[data-field=transportType]').getByText('Some devices use this profile').waitFor();
    await page.goto(`/deviceProfiles?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Show its devices' }).click();
    await page.getByRole('link', { name: device.name }).click();
    await panel().getByRole('link', { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/deviceProfiles/${id.id}`);
  });

  it('is found by the palette, and read on a phone without scrolling sideways', async () => {
    await visit(page, '/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill(`Field loggers ${stamp}`);
    await page.getByRole('option', { name: `Field loggers ${stamp}` }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/deviceProfiles/'));
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await panel().getByText('In the fields').waitFor();
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(DESKTOP);
  });

  it('is for tenant administrators only', async () => {
    const other = await openPage({ user: { email: 'customer@signalbox.local', password: 'customer' } });
    await other.goto('/deviceProfiles');
    await other.getByRole('dialog').waitFor();
    await expect.poll(() => other.getByText('Cellar meters').count()).toBe(0);
  });
});
