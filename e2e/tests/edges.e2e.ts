import { beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../harness/api.ts';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

interface Identified {
  id: { id: string };
}

let customer: Identified;
let device: Identified;

setUpConsole();
beforeAll(async () => {
  customer = await api.post('/api/customer', { title: 'Ferry company' });
  device = await api.post('/api/device', { name: 'Engine', type: 'default' });
});

const panel = () => page.getByRole('complementary');
const findEdge = (name: string) =>
  api.get<Identified & Record<string, string>>(`/api/tenant/edges?edgeName=${encodeURIComponent(name)}`);
const choose = async (action: string) => {
  await panel().getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

describe('an edge', () => {
  it('is added with keys that were made for it, other ones each time', async () => {
    await page.goto('/home');
    await page.getByRole('link', { name: 'Edges' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an edge' });
    for (const name of ['Ferry 1', 'Ferry 2']) {
      await page.getByRole('button', { name: 'Add edge' }).first().click();
      await dialog.getByLabel('Name').fill(name);
      await expect.poll(() => dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^\w{20}$/);
      await expect.poll(() => dialog.getByLabel('Address of this server').inputValue()).toMatch(/^http/);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`${name} added`).waitFor();
      // Its details open, and dialogs close when the page changes.
      await page.waitForURL(/\/edgeInstances\/[\da-f-]{36}/);
      await page.getByRole('complementary').getByRole('heading', { name }).waitFor();
    }
    const [one, other] = [await findEdge('Ferry 1'), await findEdge('Ferry 2')];
    expect(one.routingKey).toMatch(/^[\da-f-]{36}$/);
    expect(other.routingKey).not.toBe(one.routingKey);
    expect(other.secret).not.toBe(one.secret);
  });

  it('is edited and keeps its keys, which can be copied', async () => {
    const before = await findEdge('Ferry 1');
    await page.goto(`/edgeInstances/${before.id.id}`);
    await panel()
      .getByText(before.secret as string)
      .waitFor();
    await panel().getByRole('button', { name: 'Copy Secret' }).waitFor();
    await panel().getByRole('button', { name: 'Edit' }).click();
    await panel().getByLabel('Label').fill('The old one');
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    await expect.poll(() => findEdge('Ferry 1')).toMatchObject({ ...before, label: 'The old one' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('gets devices, and is told of them', async () => {
    const edge = await findEdge('Ferry 1');
    await page.goto(`/edgeInstances/${edge.id.id}`);
    await choose('Devices');
    await page.getByText('Nothing of this kind is on the edge').waitFor();
    await page
      .getByRole('button', { name: /^Put on/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Put on Ferry 1' });
    await dialog.getByRole('combobox', { name: 'Devices' }).fill('Engine');
    await page.getByRole('option', { name: 'Engine', exact: true }).click();
    await dialog.getByRole('button', { name: 'Put on edge' }).click();
    await page.getByRole('link', { name: 'Engine' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await visit(page, `/edgeInstances/${edge.id.id}?tab=downlinks`);
    await panel().getByText('assigned to edge').first().waitFor();
    await panel().getByText('pending').first().waitFor();
    await panel()
      .getByRole('button', { name: /^Details of Device assigned to edge/ })
      .first()
      .click();
    await panel().getByRole('region', { name: 'Content' }).getByText('"name": "Engine"').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('loses a device, which stays with the tenant and has its own page', async () => {
    const edge = await findEdge('Ferry 1');
    await page.goto(`/edgeInstances/${edge.id.id}/devices`);
    await page.getByRole('button', { name: 'Actions for Engine', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Take from edge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take from edge' }).click();
    await page.getByText('Nothing of this kind is on the edge').waitFor();
    await expect.poll(() => api.get(`/api/device/${device.id.id}`)).toMatchObject({ name: 'Engine' });
    await api.post(`/api/edge/${edge.id.id}/device/${device.id.id}`);
    await page.reload();
    await page.getByRole('link', { name: 'Engine' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/devices/${device.id.id}`);
  });

  it('gets the entity view of a device that is on it', async () => {
    const edge = await api.post<{ id: { id: string } }>('/api/edge', {
      name: 'Edge with views',
      type: 'ship',
      routingKey: 'edge with views',
      secret: 'secret',
      edgeLicenseKey: 'license',
      cloudEndpoint: 'https://signalbox.example',
    });
    const { id } = await createDevice(api, 'Viewed on board');
    await api.post(`/api/edge/${edge.id.id}/device/${id}`);
    const entityId = { entityType: 'DEVICE', id };
    await api.post('/api/entityView', { name: 'View on board', type: 'excerpt', entityId });
    await page.goto(`/edgeInstances/${edge.id.id}/entityViews`);
    await page.getByRole('heading', { name: 'Edge with views: Entity views' }).waitFor();
    await page
      .getByRole('button', { name: /^Put on/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Put on Edge with views' });
    await dialog.getByRole('combobox').fill('View on');
    await page.getByRole('option', { name: 'View on board' }).click();
    await dialog.getByRole('button', { name: 'Put on edge' }).click();
    await page.getByText('1 entity view put on Edge with views').waitFor();
    await page.getByRole('link', { name: 'View on board' }).waitFor();
  });

  it('says that it is not connected, and how it is installed', async () => {
    const edge = await findEdge('Ferry 1');
    await page.goto(`/edgeInstances/${edge.id.id}`);
    await choose('Synchronise');
    await page.getByText('Edge is not connected').waitFor();
    await choose('Install instructions');
    const dialog = page.getByRole('dialog', { name: 'Install Ferry 1' });
    await dialog.getByText(`CLOUD_ROUTING_KEY='${edge.routingKey}'`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('that was deleted elsewhere is said to be gone when something is to be put on it', async () => {
    const { id } = await api.post<Identified>('/api/edge', {
      ...{
        name: `Sunk ${Date.now()}`,
        type: 'default',
        edgeLicenseKey: 'none',
        cloudEndpoint: 'https://cloud.example',
      },
      ...{ routingKey: crypto.randomUUID(), secret: 'secret' },
    });
    await page.goto(`/edgeInstances/${id.id}/devices`);
    const put = page.getByRole('button', { name: 'Put on the edge' }).first();
    await put.waitFor();
    await api.delete(`/api/edge/${id.id}`);
    await put.click();
    await page.getByRole('main').getByText('This no longer exists').first().waitFor();
  });

  it('is assigned to a customer, and found there', async () => {
    await page.goto(`/customers/${customer.id.id}/edgeInstances`);
    await page.getByText('No edges are assigned to this customer').waitFor();
    await page
      .getByRole('button', { name: /^Assign/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Assign edges to Ferry company' });
    await dialog.getByRole('combobox', { name: 'Edges' }).fill('Ferry 2');
    await page.getByRole('option', { name: 'Ferry 2' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('link', { name: 'Ferry 2' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Ferry 1' }).count()).toBe(0);
  });

  it('is shown to the users of its customer without its keys, to be read only', async () => {
    const edge = await findEdge('Ferry 1');
    const { data } = await api.get<{ data: { email: string; customerId: { id: string } }[] }>(
      `/api/users?pageSize=10&page=0&textSearch=${encodeURIComponent(CUSTOMER.email)}`,
    );
    await api.post(`/api/customer/${data[0]?.customerId.id}/edge/${edge.id.id}`);
    const theirs = await openPage({ user: CUSTOMER });
    await theirs.goto('/home');
    await theirs.getByRole('link', { name: 'Edges' }).first().click();
    await theirs.getByRole('link', { name: 'Ferry 1' }).click();
    const details = theirs.getByRole('complementary');
    await details.getByText('The old one').waitFor();
    await expect.poll(() => details.getByText(/Secret|Routing key/).count()).toBe(0);
    await expect.poll(() => details.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await details.getByRole('button', { name: 'Actions', exact: true }).click();
    await theirs.getByRole('menuitem', { name: 'Devices', exact: true }).click();
    await theirs.getByRole('heading', { name: 'Ferry 1: Devices' }).waitFor();
    await expect.poll(() => theirs.getByRole('button', { name: /^Put on/ }).count()).toBe(0);
  });
});

describe('the rule chains of an edge', () => {
  it('are put on it, made its root, opened and taken, and those that are missing are named', async () => {
    const edge = await findEdge('Ferry 1');
    const make = (name: string) => api.post<Identified>('/api/ruleChain', { name, type: 'EDGE' });
    const [first, beyond] = [await make('Engine room'), await make('Bridge')];
    await api.post('/api/ruleChain/metadata', {
      ruleChainId: first.id,
      firstNodeIndex: 0,
      nodes: [{ type: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode', name: 'Kinds', configuration: {} }],
      ruleChainConnections: [{ fromIndex: 0, targetRuleChainId: beyond.id, type: 'Success' }],
    });
    await page.goto(`/edgeInstances/${edge.id.id}`);
    await choose('Rule chains');
    await page.getByRole('link', { name: 'Edge Root Rule Chain' }).waitFor();
    await page
      .getByRole('button', { name: /^Put on/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Put on Ferry 1' });
    await dialog.getByRole('combobox', { name: 'Rule chains' }).fill('Engine');
    await page.getByRole('option', { name: 'Engine room', exact: true }).click();
    await dialog.getByRole('button', { name: 'Put on edge' }).click();
    await page.getByRole('link', { name: 'Engine room' }).waitFor();
    await page.getByRole('alert').getByText('Engine room: Bridge').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Engine room').getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Make root of the edge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make root of the edge' }).click();
    await page.getByText('Engine room is the root of the edge now').waitFor();
    const stored = await api.get<{ rootRuleChainId: { id: string } }>(`/api/edge/${edge.id.id}`);
    expect(stored.rootRuleChainId.id).toBe(first.id.id);

    // The root cannot be taken, the other one can.
    await row('Engine room').getByRole('button', { name: 'Actions' }).click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Take from edge' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await row('Edge Root Rule Chain').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take from edge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take from edge' }).click();
    await page.getByRole('link', { name: 'Edge Root Rule Chain' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Engine room' }).click();
    await page.locator('.react-flow__node', { hasText: 'Kinds' }).waitFor();
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(`/edgeInstances/${edge.id.id}/ruleChains/${first.id.id}`);
    // Of nodes those that run on edges.
    await page.getByPlaceholder('Find a kind of node').fill('push to');
    await page.getByRole('button', { name: 'Push to cloud', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Push to edge', exact: true }).count()).toBe(0);
  });
});
