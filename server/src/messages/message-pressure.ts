import type { Message } from './message.ts';

/** Bytes of memory of a message besides its payload, and of each value parsed from it. */
const BYTES_BESIDE_PAYLOAD = 600;
const BYTES_OF_VALUE = 120;
/** Fraction of the high mark that tenants share; the rest is room for tenants that have nothing waiting yet. */
const SHARED = 0.5;
/** Bytes that each tenant may have waiting however many tenants there are */
const MIN_SHARE = 256 * 1024;

/** Rough memory use of messages. */
export function bytesOf(messages: readonly Message[]): number {
  let bytes = 0;
  for (const { data, values } of messages) {
    bytes += BYTES_BESIDE_PAYLOAD + data.length * 2 + (values ? values.length * BYTES_OF_VALUE : 0);
  }
  return bytes;
}

/** Whether sources must wait, and how many bytes are in memory. */
export interface PressureState {
  readonly full: boolean;
  readonly bytes: number;
}

const NOTHING: PressureState = { full: false, bytes: 0 };

/** Memory use of one tenant. */
export interface TenantAccount extends PressureState {
  readonly tenantId: string;
  bytes: number;
  /** Parts that are committed, or about to be, and not processed yet. */
  underWay: number;
  full: boolean;
  /** Actions to run when it is no longer full. */
  waiting: (() => void)[];
}

/** Counts the memory of messages, in all and per tenant, and says when sources must wait. */
export interface MessagePressure {
  /** The account of a tenant. Use it at once: accounts without bytes are dropped. */
  account(tenantId: string): TenantAccount;
  add(account: TenantAccount, bytes: number): void;
  remove(account: TenantAccount, bytes: number): void;
  /** State of one tenant, or of all together. */
  state(tenantId?: string): PressureState;
  /** Calls `action` once when there is room again for the tenant, or for all; at once when there is room. */
  onRelief(action: () => void, tenantId?: string): void;
}

/**
 * Everything together is full above `highMark` bytes until it falls below half of that. A tenant is full above its
 * share of half the mark, which is divided among all tenants with messages in memory: however much one sends, others
 * have room.
 */
export function createMessagePressure(highMark: number): MessagePressure {
  /** tenant id → what it has in memory; only tenants that have something */
  const accounts = new Map<string, TenantAccount>();
  const all: TenantAccount = { tenantId: '', bytes: 0, underWay: 0, full: false, waiting: [] };

  const share = (): number => Math.max(MIN_SHARE, (highMark * SHARED) / Math.max(1, accounts.size));

  function relieve(account: TenantAccount, mark: number): void {
    if (!account.full || account.bytes > mark / 2) return;
    account.full = false;
    const actions = account.waiting;
    account.waiting = [];
    for (const action of actions) action();
  }

  return {
    account: (tenantId) => accounts.get(tenantId) ?? { tenantId, bytes: 0, underWay: 0, full: false, waiting: [] },
    add(account, bytes) {
      if (account.bytes === 0) accounts.set(account.tenantId, account);
      account.bytes += bytes;
      all.bytes += bytes;
      if (account.bytes > share()) account.full = true;
      if (all.bytes > highMark) all.full = true;
    },
    remove(account, bytes) {
      account.bytes -= bytes;
      all.bytes -= bytes;
      if (account.full) relieve(account, share());
      if (account.bytes === 0) accounts.delete(account.tenantId);
      if (all.full) relieve(all, highMark);
    },
    // Called for each message, so it allocates nothing.
    state: (tenantId) => (tenantId === undefined ? all : accounts.get(tenantId)) ?? NOTHING,
    onRelief(action, tenantId) {
      const account = tenantId === undefined ? all : accounts.get(tenantId);
      if (account?.full) account.waiting.push(action);
      else queueMicrotask(action);
    },
  };
}
