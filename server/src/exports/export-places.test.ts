import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SecurityUser } from '../http/security-user.ts';
import { createExportPlaces } from './export-places.ts';

const userOf = (tenantId: string) => ({ tenantId, isPublic: false }) as SecurityUser;

describe('places for exports', () => {
  it('leave the last one to tenants that have none', async () => {
    const places = createExportPlaces({ perTenant: 2, ofVisitors: 1, total: 3 });
    const begun: Readable[] = [];
    // Ended with the test: nobody reads them, which each of them would say a minute later.
    onTestFinished(() => void begun.map((content) => content.destroy()));
    const begin = (tenantId: string) =>
      places.run(userOf(tenantId), async () => {
        const content = new Readable({ read() {} });
        begun.push(content);
        return content;
      });
    const first = await begin('one');
    await begin('other');
    await expect(begin('one')).rejects.toMatchObject({ status: 429 });
    await expect(begin('other')).rejects.toMatchObject({ status: 429 });
    await begin('third');
    await expect(begin('fourth')).rejects.toMatchObject({ status: 429 });

    // A place that was left is there for the next.
    first.destroy();
    await expect
      .poll(() =>
        begin('fourth').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});
