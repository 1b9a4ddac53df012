import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

const stamp = Date.now();
const PROFILE = `Cold stores ${stamp}`;
const OBJECT = 33_500 + (stamp % 100);
const NAME = `Cold room ${stamp}`;
const KEY = `${OBJECT}_1.0`;

const model = `<?xml version="1.0" encoding="UTF-8"?>
<LWM2M><Object ObjectType="MODefinition"><Name>${NAME}</Name><ObjectID>${OBJECT}</ObjectID>
  <ObjectVersion>1.0</ObjectVersion><MultipleInstances>Multiple</MultipleInstances><Mandatory>Optional</Mandatory>
  <Resources>
    <Item ID="5700"><Name>Sensor Value</Name><Operations>R</Operations></Item>
    <Item ID="5701"><Name>Sensor Units</Name><Operations>R</Operations></Item>
    <Item ID="5605"><Name>Reset</Name><Operations>E</Operations></Item>
  </Resources></Object></LWM2M>`;

interface Stored {
  id: { id: string };
  profileData: { transportConfiguration: Record<string, object> };
}

setUpConsole({ sharePage: true });
beforeAll(async () => {
  const data = Buffer.from(model).toString('base64');
  await api.post('/api/resource', { resourceType: 'LWM2M_MODEL', fileName: `cold-${stamp}.xml`, data });
});

type Place = ReturnType<typeof page.locator>;

async function choose(within: Place, label: string, option: string, at = 0) {
  await within.getByRole('combobox', { name: label, exact: true }).nth(at).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function configuration() {
  const found = await api.get<{ data: Stored[] }>(
    `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(PROFILE)}`,
  );
  return found.data[0];
}

describe('a profile for LwM2M', () => {
  it('is added with objects of the resources library, each with its instances, keys and conditions', async () => {
    await page.goto('/deviceProfiles');
    await page.getByRole('button', { name: 'Add device profile' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device profile' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(PROFILE);
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await choose(dialog, 'Transport', 'LwM2M');
    await dialog.getByRole('combobox', { name: 'Add an object' }).fill(NAME);
    await page.getByRole('option', { name: NAME }).click();
    const object = dialog.getByRole('region', { name: `${NAME} (${OBJECT}, 1.0)` });
    await object.getByRole('button', { name: `Add an instance of ${NAME}` }).click();
    const second = object.getByRole('region', { name: `Instance 1 (/${KEY}/1)` });
    await second.waitFor();
    // A whole column of the object, then less of one instance.
    await object.getByRole('checkbox', { name: `Telemetry: ${NAME} (${OBJECT}, 1.0)` }).check();
    await second.getByRole('checkbox', { name: `Observe: Sensor Value (/${KEY}/1/5700)` }).check();
    await second.getByRole('checkbox', { name: `Telemetry: Sensor Units (/${KEY}/1/5701)` }).uncheck();
    await second.getByRole('textbox', { name: `Key of Sensor Value (/${KEY}/1/5700)` }).fill('');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(`/${KEY}/1/5700 needs a key`).first().waitFor();
    await second.getByRole('textbox', { name: `Key of Sensor Value (/${KEY}/1/5700)` }).fill('cold');
    await object.getByRole('button', { name: `Remove ${NAME} (${OBJECT}, 1.0)` }).scrollIntoViewIfNeeded();
    expect(await accessibilityViolations(page)).toEqual([]);

    await second.getByRole('button', { name: `Conditions of Sensor Value (/${KEY}/1/5700)` }).click();
    const conditions = page.getByRole('dialog', { name: /^Conditions of notifying: Sensor Value/ });
    await conditions.getByRole('textbox', { name: 'At most once in (pmin)' }).fill('60');
    await conditions.getByRole('textbox', { name: 'At least once in (pmax)' }).fill('10');
    await conditions.getByRole('button', { name: 'Apply' }).click();
    await conditions.getByText('It has to be at least pmin').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await conditions.getByRole('textbox', { name: 'At least once in (pmax)' }).fill('600');
    await conditions.getByRole('textbox', { name: 'When it changes by (st)' }).fill('0.5');
    await conditions.getByRole('button', { name: 'Apply' }).click();
    await conditions.waitFor({ state: 'detached' });
    await second.getByRole('button', { name: /pmin 60, pmax 600, st 0.5$/ }).waitFor();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Host' }).first().inputValue()).not.toBe('');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${PROFILE} added`).waitFor();
    const { transportConfiguration } = (await configuration())?.profileData ?? {};
    expect(transportConfiguration).toMatchObject({
      type: 'LWM2M',
      observeAttr: {
        observe: [`/${KEY}/1/5700`],
        attribute: [],
        telemetry: [`/${KEY}/0/5700`, `/${KEY}/0/5701`, `/${KEY}/1/5700`],
        keyName: {
          [`/${KEY}/0/5700`]: 'sensorValue',
          [`/${KEY}/0/5701`]: 'sensorUnits',
          [`/${KEY}/1/5700`]: 'cold',
        },
        attributeLwm2m: { [`/${KEY}/1/5700`]: { pmin: 60, pmax: 600, st: 0.5 } },
      },
      bootstrap: {
        servers: { shortId: 123, lifetime: 300, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'UQ' },
        bootstrapServer: { securityMode: 'NO_SEC', serverId: 111, port: expect.any(Number), serverPublicKey: '' },
        lwm2mServer: { securityMode: 'NO_SEC', serverId: 123, port: expect.any(Number), clientHoldOffTime: 1 },
      },
      clientLwM2mSettings: { fwUpdateStrategy: 1, fwUpdateResource: null, powerMode: 'DRX' },
    });
  });

  it('is changed by fields and as JSON, and keeps what it does not know', async () => {
    const profile = await configuration();
    await page.goto(`/deviceProfiles/${profile?.id.id}?tab=transport`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Edit as JSON' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configuration of LwM2M' });
    const text = dialog.getByRole('textbox', { name: 'Configuration as JSON' });
    await text.fill('{"observeAttr": {"observe": ["/3/0/9"]}}');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('observeAttr.observe has to be a list of paths').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const next = {
      ...profile?.profileData.transportConfiguration,
      ofAnotherClient: { a: 1 },
      clientLwM2mSettings: { fwUpdateStrategy: 2, fwUpdateResource: 'coap://cold.example:5685' },
    };
    await text.fill(JSON.stringify(next));
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => panel.getByRole('textbox', { name: 'Address of firmware' }).inputValue())
      .toBe('coap://cold.example:5685');
    await panel.getByRole('textbox', { name: 'Lifetime of a registration' }).fill('');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.locator('[data-field=lwm2mLifetime]').getByText('Required').waitFor();
    await panel.getByRole('textbox', { name: 'Lifetime of a registration' }).fill('900');
    await choose(panel, 'Reachable', 'For a while after a message of its own (PSM)');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await configuration())?.profileData.transportConfiguration)
      .toMatchObject({
        ofAnotherClient: { a: 1 },
        bootstrap: { servers: { lifetime: 900 } },
        clientLwM2mSettings: {
          fwUpdateResource: 'coap://cold.example:5685',
          powerMode: 'PSM',
          psmActivityTimer: 10_000,
        },
      });
  });

  it('fills in the address of this server for each mode of security', async () => {
    const server = await api.get<{ securityPort: number }>('/api/lwm2m/deviceProfile/bootstrap/false');
    const panel = page.getByRole('complementary');
    const fields = panel.locator('[data-field=lwm2mServerPort]').getByRole('textbox');
    await panel.locator('[data-field=lwm2mServerMode]').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Raw public key' }).click();
    await expect.poll(() => fields.inputValue()).toBe(String(server.securityPort));
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.locator('[data-field=lwm2mServerPublicKey]').getByText('Required').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.locator('[data-field=lwm2mServerPublicKey]').waitFor({ state: 'detached' });
  });

  it('is read on a phone without scrolling sideways', async () => {
    await page.setViewportSize(PHONE);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: new RegExp(`^${NAME}`) }).click();
    await panel.getByRole('textbox', { name: `Key of Sensor Value (/${KEY}/1/5700)` }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });
});
