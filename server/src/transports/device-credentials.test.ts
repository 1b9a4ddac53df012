import { expect, it, vi } from 'vitest';
import type { DeviceDirectory } from '../entities/device-directory.ts';
import { createDeviceAuthenticator } from './device-credentials.ts';
import { RateLimitError } from './rate-limits.ts';

it('says in the log whose credentials are not looked at for a while', async () => {
  const findCredentials = vi.fn(async () => undefined);
  const directory = {
    findCredentials,
    rememberedOwner: () => undefined,
    formerOwner: () => undefined,
    generation: () => 0,
  } as unknown as DeviceDirectory;
  const log = vi.fn();
  const { byToken } = createDeviceAuthenticator(directory, undefined, undefined, log);
  for (let at = 0; at < 100; at++) expect(await byToken(`nobody ${at}`, 'HTTP', '192.0.2.1')).toBeUndefined();
  expect(log).not.toHaveBeenCalled();
  await expect(byToken('one more', 'HTTP', '192.0.2.1')).rejects.toThrow(RateLimitError);
  expect(findCredentials).toHaveBeenCalledTimes(100);
  expect(log).toHaveBeenCalledWith('warn', { address: '192.0.2.1' }, expect.stringContaining('no device has'));
  expect(await byToken('somewhere else', 'HTTP', '192.0.2.2')).toBeUndefined();
});
