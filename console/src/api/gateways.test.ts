import { beforeEach, expect, it, vi } from 'vitest';
import { findGateways } from './gateways.ts';

const call = vi.hoisted(() => vi.fn());
const claims = vi.hoisted(() => vi.fn());
vi.mock('./client.ts', () => ({ call, tokens: { claims } }));

beforeEach(() => {
  call.mockReset();
  claims.mockReset();
});

it('has no gateways for system administrators, and asks for no device', async () => {
  claims.mockReturnValue({ scopes: ['SYS_ADMIN'] });
  expect(await findGateways('', 0)).toEqual({ choices: [], hasNext: false });
  expect(call).not.toHaveBeenCalled();
});

it.each(['TENANT_ADMIN', 'CUSTOMER_USER'])('finds those of a %s among the devices', async (authority) => {
  claims.mockReturnValue({ scopes: [authority] });
  call.mockResolvedValue({ data: [], totalPages: 0, totalElements: 0, hasNext: false });
  expect(await findGateways('attic', 0)).toEqual({ choices: [], hasNext: false });
  expect(call).toHaveBeenCalledOnce();
});
