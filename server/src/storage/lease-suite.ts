import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lease } from './lease.ts';

/** What every driver of the lease must do. @param open joins one more server */
export function describeLease(driver: string, open: () => Lease): void {
  describe(`the lease, ${driver}`, () => {
    let first: Lease;
    let second: Lease;
    beforeEach(() => {
      first = open();
      second = open();
    });
    afterEach(async () => {
      await first.close();
      await second.close();
    });

    it('is held by one server at a time', async () => {
      expect(await first.acquire('work')).toBe(true);
      expect(await second.acquire('work')).toBe(false);
      await first.release('work');
      expect(await second.acquire('work')).toBe(true);
      expect(await first.acquire('work')).toBe(false);
    });

    it('does not mix up its names', async () => {
      expect(await first.acquire('work')).toBe(true);
      expect(await second.acquire('other work')).toBe(true);
    });

    it('ends with the server that held it', async () => {
      expect(await first.acquire('work')).toBe(true);
      await first.close();
      await expect.poll(() => second.acquire('work')).toBe(true);
    });
  });
}
