import { expect, it } from 'vitest';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE, restingBox } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';

setUpConsole();

/** A chain whose script node sends what is warm to one that stores it, and fails with what has no temperature. */
async function makeChain(name: string): Promise<string> {
  const { id } = (await api.post<{ id: { id: string } }>('/api/ruleChain', { name, type: 'CORE' })).id;
  await api.post('/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id },
    firstNodeIndex: 0,
    nodes: [
      {
        type: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
        name: 'Too warm?',
        configuration: {
          jsScript: 'if (msgType !== "POST_TELEMETRY_REQUEST") return false; return msg.inner.temperature > 20;',
        },
        additionalInfo: { layoutX: 280, layoutY: 150 },
      },
      {
        type: 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode',
        name: 'Keep it',
        configuration: { defaultTTL: 0 },
        additionalInfo: { layoutX: 620, layoutY: 80 },
      },
      {
        type: 'org.thingsboard.rule.engine.action.TbLogNode',
        name: 'Write it down',
        configuration: { jsScript: 'return "Failed";' },
        additionalInfo: { layoutX: 620, layoutY: 260 },
      },
    ],
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'True' },
      { fromIndex: 0, toIndex: 2, type: 'Failure' },
    ],
  });
  return id;
}

/** Sends telemetry of a new device into a chain. */
async function makeSender(chainId: string, name: string) {
  const profile = await api.post<{ name: string }>('/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    defaultRuleChainId: { entityType: 'RULE_CHAIN', id: chainId },
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: null,
    },
  });
  const device = await api.post<{ id: { id: string } }>('/api/device', { name, type: profile.name });
  const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return (values: object) => api.post(`/api/v1/${credentialsId}/telemetry`, values);
}

it('shows the messages and failures of the last minute at nodes and links, and remembers that it does', async () => {
  const name = `Traffic ${Date.now().toString(36)}`;
  const id = await makeChain(name);
  const send = await makeSender(id, name);
  const node = (words: string) => page.locator('.react-flow__node', { hasText: words });
  const count = (words: string) => node(words).getByRole('img', { name: /Messages|Not/ });
  const link = (label: string) => page.locator('.sb-link-label', { hasText: label }).getByRole('img');
  const toggle = page.getByRole('button', { name: 'Show traffic' });
  pageErrors.length = 0;
  await page.goto(`/ruleChains/${id}`);
  await node('Too warm?').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => page.locator('.sb-traffic').count()).toBe(0);
  const before = await restingBox(node('Keep it'));

  await toggle.click();
  await page.getByText(/^Messages since/).waitFor();
  await send({ inner: { temperature: 21 } });
  await send({ inner: { temperature: 22 } });
  await send({ nothing: 1 });
  await node('Keep it').getByRole('img', { name: 'Messages: 2, failures: 0' }).waitFor();
  await node('Write it down').getByRole('img', { name: 'Messages: 1, failures: 0' }).waitFor();
  await node('Too warm?')
    .getByRole('img', { name: /failures: 1/ })
    .waitFor();
  await page
    .locator('.sb-link-label', { hasText: 'True' })
    .getByRole('img', { name: 'Messages: 2, failures: 0' })
    .waitFor();
  await expect.poll(() => link('Failure').getAttribute('aria-label')).toBe('Messages: 1, failures: 1');
  // Nothing has moved, and what has the focus is described by its count.
  expect(await restingBox(node('Keep it'))).toEqual(before);
  const descriptions = async () => (await node('Keep it').getAttribute('aria-describedby'))?.split(' ') ?? [];
  await expect.poll(descriptions).toContain(await count('Keep it').getAttribute('id'));
  const described = await descriptions();
  await expect.poll(() => page.locator(`[id="${described[0]}"]`).count()).toBe(1);
  expect(await accessibilityViolations(page)).toEqual([]);

  // What is not live has no count.
  await node('Keep it').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await page.getByRole('img', { name: 'Not live: no messages come here' }).first().waitFor();

  // The browser remembers it.
  await page.reload();
  await node('Too warm?').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
  await node('Write it down')
    .getByRole('img', { name: /^Messages: / })
    .waitFor();
  await toggle.click();
  await page.locator('.sb-traffic').first().waitFor({ state: 'detached' });
  await page.reload();
  await node('Too warm?').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');

  const phone = await openPage({ viewport: PHONE });
  await phone.goto(`/ruleChains/${id}`);
  await phone.getByRole('button', { name: 'Show traffic' }).click();
  await phone
    .locator('.sb-card')
    .getByRole('img', { name: /^Messages: / })
    .first()
    .waitFor();
  await expectNoSidewaysScroll(phone);
  expect(await accessibilityViolations(phone)).toEqual([]);
  expect(pageErrors).toEqual([]);
});
