import { useState } from 'react';
import { useLive } from '../../api/use-live.ts';

const ACTIVE = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  keyFilters: [
    {
      key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
      valueType: 'BOOLEAN',
      predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
    },
  ],
};

/** How many devices are active, followed live, or why that is not known. */
export function useActiveDevices(): { count: number | undefined; problem: Error | undefined } {
  const [count, setCount] = useState<number>();
  const { error: problem } = useLive(
    'entityCount',
    'active devices',
    () => ({ query: ACTIVE }),
    (message) => setCount(message.count),
  );
  return { count, problem };
}
