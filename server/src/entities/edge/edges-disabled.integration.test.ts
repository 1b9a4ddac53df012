import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ edgesEnabled: false });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

describe('where edges are disabled', () => {
  it('clients are told so', async () => {
    for (const caller of [platform.system, acme.admin, acme.customerUser])
      expect(await caller.get('/api/edges/enabled')).toBe(false);
    const edge = await acme.admin.post<{ id: { id: string } }>('/api/edge', {
      name: 'Idle',
      type: 'site',
      routingKey: 'idle',
      secret: 'secret',
      edgeLicenseKey: 'none',
      cloudEndpoint: 'https://signalbox.example',
    });
    expect(await acme.admin.call('POST', `/api/edge/sync/${edge.id.id}`)).toMatchObject({
      status: 400,
      body: { errorCode: 31, message: 'Edges support disabled' },
    });
  });
});
