import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, DESKTOP, restingBox } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

let device: TestDevice;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, `Attributed ${Date.now()}`);
});

const telemetry = () => `/api/plugins/telemetry/DEVICE/${device.id}`;
const stored = () => api.text(`${telemetry()}/values/attributes/SERVER_SCOPE`);
const storedValue = async (key: string) => {
  const all = JSON.parse(await stored()) as { key: string; value: unknown }[];
  return all.find((one) => one.key === key)?.value;
};
const panel = () => page.getByRole('complementary');
const dialog = () => page.getByRole('dialog');

/** Opens the form of an attribute. */
async function change(key: string) {
  await panel()
    .getByRole('button', { name: `Change ${key}`, exact: true })
    .click();
  await dialog().getByRole('combobox', { name: 'Type' }).waitFor();
}
async function save() {
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
}

describe('attributes', () => {
  it('with a comma in their key are deleted themselves, and not those that the key looks like', async () => {
    await api.post(`${telemetry()}/SERVER_SCOPE`, { 'a,b': 1, a: 2, b: 3 });
    await page.goto(`/devices/${device.id}?tab=attributes&tab.scope=SERVER_SCOPE`);
    await panel().getByRole('checkbox', { name: 'Select a,b', exact: true }).check();
    await panel().getByRole('checkbox', { name: 'Select b', exact: true }).check();
    await panel().getByRole('button', { name: 'Delete (2)' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 attributes deleted').waitFor();
    await expect.poll(() => storedValue('a,b')).toBeUndefined();
    expect([await storedValue('a'), await storedValue('b')]).toEqual([2, undefined]);
  });

  it('keep what nobody has changed: lines, digits, an empty text and the spaces of their key', async () => {
    const key = ' padded ';
    await api.post(`${telemetry()}/SERVER_SCOPE`, { lines: 'one\ntwo', none: '', [key]: 'first' });
    const long = '{"large":9007199254740993,"part":5.0,"both":{"a":9007199254740993,"b":1}}';
    await fetch(`${inject('server').http}${telemetry()}/SERVER_SCOPE`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: long,
    });
    await visit(page, `/devices/${device.id}?tab=attributes&tab.scope=SERVER_SCOPE`);

    await change('lines');
    const text = dialog().getByRole('textbox', { name: 'Value' });
    await expect.poll(() => text.inputValue()).toBe('one\ntwo');
    await text.fill('one\ntwo\nthree');
    await save();
    await expect.poll(() => storedValue('lines')).toBe('one\ntwo\nthree');

    await change('none');
    await save();
    await change('none');
    await text.fill('some');
    await save();
    await expect.poll(() => storedValue('none')).toBe('some');
    await change('none');
    await text.fill('');
    await save();
    await expect.poll(() => storedValue('none')).toBe('');

    await change('padded');
    await text.fill('second');
    await save();
    await expect.poll(() => storedValue(key)).toBe('second');
    expect(await storedValue('padded')).toBeUndefined();

    await panel().getByText('9007199254740993', { exact: true }).waitFor();
    for (const [name, type] of [
      ['large', 'Whole number'],
      ['part', 'Number'],
    ] as const) {
      await change(name);
      await dialog().getByRole('combobox', { name: 'Type' }).getByText(type, { exact: true }).waitFor();
      await save();
    }
    await change('both');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('{"a":9007199254740993,"b":1,"c":2.5}');
    await save();
    await expect.poll(stored).toContain('{"a":9007199254740993,"b":1,"c":2.5}');
    expect(await stored()).toContain('"value":5.0');
    expect(await stored()).toMatch(/"key":"large","value":9007199254740993/);
  });

  it('are not replaced by one that is added with the same key', async () => {
    await api.post(`${telemetry()}/SERVER_SCOPE`, { site: 'north' });
    await visit(page, `/devices/${device.id}?tab=attributes&tab.scope=SERVER_SCOPE`);
    await panel().getByText('north').waitFor();
    await panel().getByRole('button', { name: 'Add attribute' }).click();
    await dialog().getByRole('textbox', { name: 'Key' }).fill('site');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('south');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByText('There is an attribute with this key').waitFor();
    expect(await storedValue('site')).toBe('north');
    await dialog().getByRole('textbox', { name: 'Key' }).fill('site 2');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => storedValue('site 2')).toBe('south');
    await dialog().waitFor({ state: 'detached' });
  });

  it('that were deleted elsewhere are selected no longer', async () => {
    await api.post(`${telemetry()}/SERVER_SCOPE`, { passing: 1 });
    await visit(page, `/devices/${device.id}?tab=attributes&tab.scope=SERVER_SCOPE`);
    await panel().getByRole('checkbox', { name: 'Select passing' }).check();
    await panel().getByRole('button', { name: 'Delete (1)' }).waitFor();
    await api.delete(`${telemetry()}/SERVER_SCOPE?keys=passing`);
    await panel().getByRole('checkbox', { name: 'Select passing' }).waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'Delete (' }).waitFor({ state: 'detached' });
  });

  it('that nobody may change are read in full by keyboard', async () => {
    const long = 'Compressor running, door closed, '.repeat(10).trim();
    await api.post(`/api/v1/${device.accessToken}/attributes`, { status: long });
    await visit(page, `/devices/${device.id}?tab=attributes&tab.scope=CLIENT_SCOPE`);
    await panel().getByRole('button', { name: 'Read status' }).press('Enter');
    const read = page.getByRole('dialog', { name: 'status' });
    await read.getByText(long).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await read.waitFor({ state: 'detached' });
  });
});

describe('latest telemetry', () => {
  it('stays readable beside long texts, and has the history of keys with commas', async () => {
    await page.setViewportSize(DESKTOP);
    await api.post(`${telemetry()}/timeseries/ANY`, {
      temperature: 21.5,
      firmware_version: '1.4.2-rc1+build.7781',
      status: 'Compressor running, door closed',
      batteryLevelPercent: 88,
      't,u': 42,
    });
    await visit(page, `/devices/${device.id}?tab=telemetry`);
    const row = panel().getByRole('row', { name: 'firmware_version' });
    await row.waitFor();
    for (const name of ['firmware_version', 'status', 'batteryLevelPercent', 'temperature']) {
      expect((await restingBox(panel().getByRole('row', { name }))).height).toBeLessThan(60);
    }
    await panel().getByRole('button', { name: 't,u' }).first().click();
    await page.getByRole('dialog').getByText('42').first().waitFor();
  });
});

describe('the relations of a device', () => {
  it('that cannot be deleted, or added, are named; the others are', async () => {
    const names = ['One end', 'Another end', 'A third end'];
    const ends = await Promise.all(
      names.map((name) => api.post<{ id: { id: string } }>('/api/device', { name, type: 'default' })),
    );
    const refused = ends[1]?.id.id ?? '';
    await page.route(/\/api\/relation\b/, async (route) => {
      const isRefused = `${route.request().url()} ${route.request().postData()}`.includes(refused);
      if (route.request().method() === 'GET' || !isRefused) return route.fallback();
      await route.fulfill({ status: 400, json: { status: 400, message: 'Not this one', errorCode: 31 } });
    });
    await visit(page, `/devices/${device.id}?tab=relations`);
    await panel().getByRole('button', { name: 'Add relation' }).first().click();
    const add = page.getByRole('dialog', { name: 'Add relations from this entity' });
    await add.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    for (const name of names) {
      await add.getByRole('combobox', { name: 'To' }).fill(name);
      await page.getByRole('option', { name }).click();
    }
    await add.getByRole('button', { name: 'Add' }).click();
    await add.getByText('Another end: Not this one').waitFor();
    await add.getByRole('button', { name: 'Remove One end' }).waitFor({ state: 'detached' });
    await add.getByRole('button', { name: 'Remove Another end' }).waitFor();
    await page.unroute(/\/api\/relation\b/);
    await add.getByRole('button', { name: 'Add' }).click();
    await add.waitFor({ state: 'detached' });

    await page.route(/\/api\/relation\b/, (route) =>
      route.request().method() === 'DELETE' && route.request().url().includes(refused)
        ? route.fulfill({ status: 400, json: { status: 400, message: 'Not this one', errorCode: 31 } })
        : route.fallback(),
    );
    for (const name of names) await panel().getByRole('link', { name, exact: true }).waitFor();
    await panel().getByRole('checkbox', { name: 'Select all relations' }).check();
    await panel().getByRole('button', { name: 'Delete (3)' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('One relation could not be deleted').waitFor();
    await page.getByText('2 relations deleted').waitFor();
    await panel().getByRole('link', { name: 'One end', exact: true }).waitFor({ state: 'detached' });
    await panel().getByRole('link', { name: 'Another end', exact: true }).waitFor();
  });

  it('keep the digits of what is noted about them', async () => {
    const other = await api.post<{ id: { id: string } }>('/api/device', { name: 'Noted end', type: 'default' });
    const ends = `"from":{"entityType":"DEVICE","id":"${device.id}"},"to":{"entityType":"DEVICE","id":"${other.id.id}"}`;
    await fetch(`${inject('server').http}/api/relation`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: `{${ends},"type":"Noted","typeGroup":"COMMON","additionalInfo":{"serial":9007199254740993}}`,
    });
    await visit(page, `/devices/${device.id}?tab=relations`);
    await panel().getByRole('button', { name: 'Change Noted: Noted end' }).click();
    const info = dialog().getByRole('textbox', { name: 'Additional information' });
    for (const noted of ['9007199254740995', '9007199254740997']) {
      await info.fill((await info.inputValue()).replace('}', `, "next${noted}": ${noted}}`));
      await save();
      await panel().getByRole('button', { name: 'Change Noted: Noted end' }).click();
      await expect.poll(() => info.inputValue()).toMatch(new RegExp(`"serial": 9007199254740993,[^]*: ${noted}\\b`));
    }
    const kept = await api.text(`/api/relations?fromId=${device.id}&fromType=DEVICE`);
    expect(kept).toContain('{"serial":9007199254740993,"next9007199254740995":9007199254740995,');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });
});
