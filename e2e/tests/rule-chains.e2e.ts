import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE, restingBox } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { makeChain, readChain } from '../harness/rule-chains.ts';

let made = 0;
const newName = (words: string) => `${words} ${Date.now().toString(36)}${made++}`;

const card = (name: string): Locator => page.locator('.react-flow__node', { hasText: name });
const panel = () => page.getByRole('complementary', { name: 'Settings' });
const makeLive = async () => {
  await page.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
  await page.getByRole('toolbar').getByText('Live', { exact: true }).waitFor();
};
const changes = () => page.getByRole('toolbar').getByText(/not live$/);

/** Lets the messages of a new device run through a chain, whose nodes are in debug mode from then on. */
async function sendThrough(id: string) {
  const stored = await readChain(id);
  await api.post('/api/ruleChain/metadata', {
    ...stored,
    nodes: stored.nodes.map((node) => ({ ...node, debugMode: true })),
    connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
  });
  const name = newName('Boiler');
  const profile = await api.post<{ name: string }>('/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    defaultRuleChainId: { entityType: 'RULE_CHAIN', id },
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: null,
    },
  });
  const device = await api.post<{ id: { id: string } }>('/api/device', { name, type: profile.name });
  const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return { name, send: (values: object) => api.post(`/api/v1/${credentialsId}/telemetry`, values) };
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await restingBox(from), await restingBox(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

describe('the editor of rule chains', () => {
  setUpConsole();
  let id: string;
  let name: string;

  beforeEach(async () => {
    name = newName('Cold chain');
    id = await makeChain(name);
    pageErrors.length = 0;
    await page.goto(`/ruleChains/${id}`);
    await card('Too warm?').waitFor();
  });

  it('adds, sets up and links nodes, and makes them live', async () => {
    await page.getByLabel('Find a kind of node').or(page.getByPlaceholder('Find a kind of node')).fill('create al');
    await page.getByRole('button', { name: 'Create alarm', exact: true }).click();
    await panel().getByLabel('Name').fill('Raise it');
    await panel().getByRole('textbox', { name: 'Type', exact: true }).fill('Freezer too warm');
    await drag(
      card('Too warm?').locator('.react-flow__handle-right'),
      card('Raise it').locator('.react-flow__handle-left'),
    );
    const dialog = page.getByRole('dialog', { name: 'Link from Too warm?' });
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await dialog.getByText('Choose at least one label.').waitFor();
    await dialog.getByRole('button', { name: 'True' }).click();
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await page.locator('.react-flow__edgelabel-renderer').getByText('True').waitFor();
    await expect.poll(() => changes().textContent()).toBe('2 changes, not live');
    await expect.poll(async () => (await readChain(id)).nodes).toHaveLength(2);
    await makeLive();
    const stored = await readChain(id);
    expect(stored.nodes.map((node) => node.name)).toEqual(['Too warm?', 'Keep it', 'Raise it']);
    expect(stored.nodes[2]?.configuration).toMatchObject({ alarmType: 'Freezer too warm' });
    expect(stored.connections).toEqual([{ fromIndex: 0, toIndex: 2, type: 'True' }]);
    // What another client stored beside a node is still there.
    expect(stored.nodes[0]?.additionalInfo).toMatchObject({ owner: 'another client' });
    // The panel stays with the node that was new.
    await panel().getByRole('heading', { name: 'Raise it' }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('is worked by the keyboard alone', async () => {
    await card('Too warm?').focus();
    await page.keyboard.press('Enter');
    await panel().getByRole('combobox', { name: 'Link to another node' }).fill('Keep');
    await page.getByRole('option', { name: 'Keep it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'False' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Add link' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await panel().getByRole('button', { name: 'False → Keep it' }).waitFor();
    await card('Keep it').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+s');
    await page.getByRole('toolbar').getByText('Live', { exact: true }).waitFor();
    const stored = await readChain(id);
    expect(stored.connections).toEqual([{ fromIndex: 0, toIndex: 1, type: 'False' }]);
    expect(stored.nodes[1]?.additionalInfo?.layoutX).toBeGreaterThan(620);
  });

  it('undoes and does again every step, copies and pastes, also into another chain', async () => {
    await card('Too warm?').click();
    await page.keyboard.press('Control+c');
    await page.getByText('1 node copied').waitFor();
    await page.keyboard.press('Control+v');
    await expect.poll(() => card('Too warm?').count()).toBe(2);
    await page.keyboard.press('Delete');
    await expect.poll(() => card('Too warm?').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => card('Too warm?').count()).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => card('Too warm?').count()).toBe(1);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => card('Too warm?').count()).toBe(2);
    await makeLive();
    const other = await makeChain(newName('Another'));
    await page.goto(`/ruleChains/${other}`);
    await card('Keep it').waitFor();
    await page.getByRole('button', { name: 'Paste nodes' }).click();
    await makeLive();
    await expect
      .poll(async () => (await readChain(other)).nodes.map((node) => node.name))
      .toEqual(['Too warm?', 'Keep it', 'Too warm?']);
  });

  it('has a menu for what is under the pointer', async () => {
    await card('Too warm?').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy nodes' }).click();
    await page.getByText('1 node copied').waitFor();
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 200, y: 500 } });
    await page.getByRole('menuitem', { name: 'Paste nodes' }).click();
    await expect.poll(() => card('Too warm?').count()).toBe(2);
    await card('Keep it').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete what is selected' }).click();
    await expect.poll(() => card('Keep it').count()).toBe(0);
    // Only what was under the pointer.
    await expect.poll(() => card('Too warm?').count()).toBe(2);
    // Over one of several that are selected, it is about them all; so it is by the palette.
    const xs = () => card('Too warm?').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    await expect.poll(async () => new Set(await xs()).size).toBe(2);
    await page.locator('.react-flow__pane').click({ position: { x: 200, y: 500 } });
    await page.keyboard.press('Control+a');
    await card('Too warm?').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Align in a column' }).click();
    await expect.poll(async () => new Set(await xs()).size).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => new Set(await xs()).size).toBe(2);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: /Search/ })
      .last()
      .fill('Align in a column');
    await page.getByRole('option', { name: /Align in a column/ }).click();
    await expect.poll(async () => new Set(await xs()).size).toBe(1);
  });

  it('keeps a draft over a closed tab, and compares it with what is live', async () => {
    await card('Too warm?').dblclick();
    await panel().locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('return false;');
    await changes().waitFor();
    await page.reload();
    await page.getByText(/Your changes of .* are still here/).waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'What would change' });
    await dialog.getByText('Too warm?: settings changed').waitFor();
    await expect.poll(() => dialog.getByLabel('Live', { exact: true }).textContent()).toContain('msg.temperature > 20');
    await expect.poll(() => dialog.getByLabel('Edited').textContent()).toContain('return false;');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('toolbar').getByText('Live', { exact: true }).waitFor();
    await expect
      .poll(async () => (await readChain(id)).nodes[0]?.configuration)
      .toEqual({ jsScript: 'return msg.temperature > 20;' });
  });

  it('shows of a form what counts with what is chosen', async () => {
    await page.getByPlaceholder('Find a kind of node').fill('change orig');
    await page.getByRole('button', { name: 'Change originator', exact: true }).click();
    await panel().getByRole('combobox', { name: 'New originator' }).waitFor();
    await expect.poll(() => panel().getByRole('group', { name: 'Related entity' }).count()).toBe(0);
    await panel().getByRole('combobox', { name: 'New originator' }).click();
    await page.getByRole('option', { name: 'Related entity' }).click();
    await panel().getByRole('group', { name: 'Related entity' }).waitFor();
  });

  it('asks for what a relation needs, and fills placeholders in', async () => {
    await page.getByPlaceholder('Find a kind of node').fill('create rel');
    await page.getByRole('button', { name: 'Create relation', exact: true }).click();
    const kindOfEntity = panel().getByRole('combobox', { name: 'Kind of the entity' });
    await kindOfEntity.waitFor();
    await panel().getByText('This is needed.').waitFor();
    const nameOfEntity = panel().getByRole('textbox', { name: 'Name of the entity' });
    await expect.poll(() => nameOfEntity.count()).toBe(0);
    await kindOfEntity.click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    await nameOfEntity.fill('Room of ');
    await panel().getByRole('button', { name: 'Insert a placeholder into Name of the entity' }).click();
    await page.getByRole('menuitem', { name: '$' + '{deviceName}' }).click();
    await expect.poll(() => nameOfEntity.inputValue()).toBe('Room of $' + '{deviceName}');
    const type = panel().getByRole('textbox', { name: 'Type of a new entity' });
    await expect.poll(() => type.count()).toBe(0);
    await panel().getByLabel('Create an entity that does not exist').check();
    await type.fill('room');
    await kindOfEntity.click();
    await page.getByRole('option', { name: 'Tenant', exact: true }).click();
    await nameOfEntity.waitFor({ state: 'detached' });
    await expect.poll(() => type.count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('chooses an entity by its name, which another kind of entity does not keep', async () => {
    const device = await api.post<{ id: { id: string } }>('/api/device', { name: newName('Gauge'), type: 'default' });
    const { name: deviceName } = await api.get<{ name: string }>(`/api/device/${device.id.id}`);
    await page.getByPlaceholder('Find a kind of node').fill('check rel');
    await page.getByRole('button', { name: 'Check relation', exact: true }).click();
    const kindOfEntity = panel().getByRole('combobox', { name: 'Kind of the entity' });
    await kindOfEntity.click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    const entity = panel().getByRole('combobox', { name: 'Entity', exact: true });
    await entity.fill(deviceName);
    await page.getByRole('option', { name: deviceName }).click();
    await makeLive();
    const stored = (await readChain(id)).nodes[2];
    expect(stored?.configuration).toMatchObject({ entityType: 'DEVICE', entityId: device.id.id });
    await kindOfEntity.click();
    await page.getByRole('option', { name: 'Asset', exact: true }).click();
    await expect.poll(() => entity.inputValue()).toBe('');
    expect(pageErrors).toEqual([]);
  });

  it('reads certificates from files, and keeps an emptied number empty until it is a number', async () => {
    await page.getByPlaceholder('Find a kind of node').fill('mqtt');
    await page.getByRole('button', { name: 'MQTT', exact: true }).click();
    const port = panel().getByRole('spinbutton', { name: 'Port' });
    await port.fill('');
    await panel().getByText('Enter a number.').waitFor();
    await expect.poll(() => port.inputValue()).toBe('');
    await port.fill('70000');
    await panel().getByText('Enter a number from 1 to 65535.').waitFor();
    await port.fill('8883');
    await panel().getByRole('combobox', { name: 'Credentials' }).click();
    await page.getByRole('option', { name: 'Certificates' }).click();
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    await panel()
      .locator('input[type="file"][aria-label="Choose a file for CA certificate"]')
      .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) });
    await expect.poll(() => panel().getByRole('textbox', { name: 'CA certificate' }).inputValue()).toBe(pem);
    await makeLive();
    const stored = (await readChain(id)).nodes[2];
    expect(stored?.configuration).toMatchObject({ port: 8883, credentials: { type: 'cert.PEM', caCert: pem } });
    expect(pageErrors).toEqual([]);
  });

  it('tries a script before it is taken over', async () => {
    await card('Too warm?').dblclick();
    await panel().getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Test the script' });
    await dialog.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => dialog.getByLabel('Output', { exact: true }).textContent()).toContain('true');
    // The message begins where it is seen without scrolling.
    const text = await restingBox(dialog.getByRole('textbox', { name: 'Message', exact: true }));
    const below = await restingBox(
      dialog.getByRole('separator', { name: 'Border between the message and the script' }),
    );
    expect(text.y + 60).toBeLessThan(below.y);
    await dialog.getByLabel('Script', { exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('return msg.nothing.more;');
    await dialog.getByRole('button', { name: 'Run' }).click();
    // It can be read in the dialog for as long as it takes, and a toast beside that says it.
    await dialog.getByRole('alert').filter({ hasText: "reading 'more'" }).waitFor();
    await expect.poll(() => page.getByRole('alert').filter({ hasText: "reading 'more'" }).count()).toBe(2);
    const border = dialog.getByRole('separator', { name: 'Border between the script and its output' });
    const before = await border.getAttribute('aria-valuenow');
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBeLessThan(Number(before));
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Script', { exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('return true;');
    // A tablet that is turned while the library is open beside the canvas: it would come over the dialog.
    await page.setViewportSize({ ...DESKTOP, width: 900 });
    await dialog.getByRole('separator').first().waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await page.setViewportSize(DESKTOP);
    await makeLive();
    await expect.poll(async () => (await readChain(id)).nodes[0]?.configuration).toEqual({ jsScript: 'return true;' });
  });

  it('tries a script with real messages, of the node or of any node of the chain', async () => {
    const { name: deviceName, send } = await sendThrough(id);
    await send({ temperature: 11 });
    await send({ temperature: 37, place: 'boiler' });
    const { tenantId } = await api.get<{ tenantId: { id: string } }>(`/api/ruleChain/${id}`);
    const entered = async () => {
      const found = (await readChain(id)).nodes.map((node) =>
        api.post<{ totalElements: number }>(
          `/api/events/RULE_NODE/${node.id?.id}?pageSize=10&page=0&tenantId=${tenantId.id}`,
          { eventType: 'DEBUG_RULE_NODE', msgDirectionType: 'IN', msgType: 'TELEMETRY' },
        ),
      );
      return (await Promise.all(found)).map(({ totalElements }) => totalElements);
    };
    await expect.poll(entered).toEqual([2, 1]);
    await page.reload();
    await card('Too warm?').dblclick();
    await panel().getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Test the script' });
    const message = dialog.getByLabel('Message', { exact: true });
    const options = page.getByRole('option');
    // As they entered the node, whether it was in debug mode or not.
    await dialog.getByRole('combobox', { name: 'Real message' }).click();
    await options.filter({ hasText: '"temperature":37' }).first().click();
    await expect.poll(() => message.textContent()).toContain('boiler');
    await dialog.getByRole('combobox', { name: 'Messages of' }).click();
    await page.getByRole('option', { name: 'This node, from debug mode' }).click();
    await dialog.getByRole('combobox', { name: 'Real message' }).click();
    await options.nth(1).waitFor();
    // Beside those of the device's beginning.
    const sent = async () => (await options.allTextContents()).filter((text) => text.includes('TELEMETRY'));
    await expect
      .poll(sent)
      .toEqual([
        expect.stringMatching(/POST_TELEMETRY_REQUEST.*37/),
        expect.stringMatching(/POST_TELEMETRY_REQUEST.*11/),
      ]);
    await dialog.getByRole('combobox', { name: 'Real message' }).fill('11');
    await options.filter({ hasText: '"temperature":11' }).click();
    await expect.poll(() => message.textContent()).toContain('11');
    await expect.poll(() => message.textContent()).not.toContain('boiler');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => dialog.getByLabel('Output', { exact: true }).textContent()).toContain('false');
    await dialog.getByRole('combobox', { name: 'Message type' }).fill('');
    await dialog.getByText('Required').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // Those that entered the other node, found by what is in them.
    await dialog.getByRole('combobox', { name: 'Messages of' }).click();
    await page.getByRole('option', { name: 'The whole rule chain, from debug mode' }).click();
    await dialog.getByRole('combobox', { name: 'Real message' }).fill(deviceName);
    await options.filter({ hasText: 'Keep it' }).first().click();
    await expect.poll(() => message.textContent()).toContain('boiler');
  });

  it('never overwrites what somebody else saved meanwhile', async () => {
    await card('Keep it').dblclick();
    await panel().getByLabel('Name').fill('Mine');
    const theirs = await readChain(id);
    await api.post('/api/ruleChain/metadata', {
      ...theirs,
      nodes: theirs.nodes.map((node) => (node.name === 'Too warm?' ? { ...node, name: 'Theirs' } : node)),
    });
    await page.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this rule chain' });
    await dialog.getByRole('button', { name: 'Merge and go on' }).click();
    await card('Theirs').waitFor();
    await expect.poll(async () => (await readChain(id)).nodes.map((node) => node.name)).toEqual(['Theirs', 'Keep it']);
    await makeLive();
    await expect.poll(async () => (await readChain(id)).nodes.map((node) => node.name)).toEqual(['Theirs', 'Mine']);
  });

  it('refuses what cannot be stored, and asks before changes are left', async () => {
    await page.getByRole('button', { name: 'Rule chain', exact: true }).last().click();
    await panel().getByText('Choose the rule chain that this node leads to.').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Make live' }).click();
    await page.getByRole('alert').getByText('Choose the rule chain that this node leads to.').waitFor();
    await page.getByRole('link', { name: 'Customers' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => page.url()).toContain(id);
    await expect.poll(async () => (await readChain(id)).ruleChainConnections).toBeNull();
  });

  it('is accessible, in light and in dark, and works on a phone', async () => {
    await card('Too warm?').dblclick();
    await panel().getByRole('heading', { name: 'Too warm?' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/ruleChains/${id}`);
    await phone.locator('.react-flow__node', { hasText: 'Too warm?' }).waitFor();
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
    // What a tried script makes is below all else there, and comes into sight.
    await phone.locator('.react-flow__node', { hasText: 'Too warm?' }).dblclick();
    await phone.getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = phone.getByRole('dialog', { name: 'Test the script' });
    await dialog.getByRole('button', { name: 'Run' }).click();
    const run = await restingBox(dialog.getByRole('button', { name: 'Run' }));
    const output = dialog.getByLabel('Output', { exact: true });
    await expect.poll(async () => (await output.boundingBox())?.y).toBeLessThan(run.y - 20);
  });
});
