import { systemRoutes } from '@signalbox/contract/system';
import { call } from './client.ts';

/** The names of the queues of the rule engine; none when they cannot be read (specification §8). */
export async function getQueues(): Promise<string[]> {
  const query = { serviceType: 'TB_RULE_ENGINE' } as const;
  try {
    return (
      await call(systemRoutes.getTenantQueues, { query }, { ignoreErrors: true, ignoreLoading: true })
    ).toSorted();
  } catch {
    return [];
  }
}
