import type { Logger } from 'pino';
import { retryWhileUnavailable } from '../storage/retry-while-unavailable.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import type { ChainSource } from './chain-source.ts';
import { RULE_NODES } from './nodes/registry.ts';
import type { TenantRulesCache } from './tenant-rules.ts';

/** Classes of nodes that work without messages, such as generators. */
const CLASSES = RULE_NODES.filter(({ worksByItself }) => worksByItself).map(({ clazz }) => clazz);
/** Tenants whose rules are started at the same time. */
const AT_ONCE = 4;

export interface SelfWorkingRulesParts {
  source: Pick<ChainSource, 'tenantsWith'>;
  tenants: Pick<TenantRulesCache, 'get' | 'isRunning'>;
  usage: Pick<UsageMeter, 'of'>;
  log: Logger;
}

/** Starts the rules of tenants that have nodes which work by themselves: the rules of others start with a message. */
export function createSelfWorkingRules({ source, tenants, usage, log }: SelfWorkingRulesParts) {
  let isClosed = false;

  async function start(tenantId: string): Promise<void> {
    if (isClosed || tenants.isRunning(tenantId) || !usage.of(tenantId).mayUse('RE')) return;
    try {
      await retryWhileUnavailable(
        async () => tenants.get(tenantId),
        () => isClosed,
      );
    } catch (error) {
      if (!isClosed) log.error({ err: error, tenantId }, 'rules with timers could not be started');
    }
  }

  async function startAll(tenantId?: string): Promise<void> {
    const found = await retryWhileUnavailable(
      () => source.tenantsWith(CLASSES, tenantId),
      () => isClosed,
    );
    const waiting = found.values();
    const startOne = async (): Promise<void> => {
      for (const id of waiting) await start(id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, startOne));
  }

  return {
    /** Starts those of all tenants. */
    async open(): Promise<void> {
      try {
        await startAll();
      } catch (error) {
        if (!isClosed) throw error;
      }
    },

    /** The chains of a tenant, or what it may use, have changed. */
    changed(tenantId: string): void {
      if (isClosed || tenants.isRunning(tenantId)) return;
      startAll(tenantId).catch((error: unknown) => {
        if (!isClosed) log.error({ err: error, tenantId }, 'rules with timers could not be started');
      });
    },

    close(): void {
      isClosed = true;
    },
  };
}
