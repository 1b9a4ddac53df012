import type { AccessRow } from '../access-row.ts';

/** A roll-out that nobody has: administrators of tenants learn that it is not there. */
const missing: AccessRow = { params: { rolloutId: '7d6b1c50-0000-1000-8000-000000000000' }, letIn: [404] };
/** Of a package that nobody has. */
const input: AccessRow = {
  body: () => ({ packageId: '7d6b1c50-0000-1000-8000-000000000000', waves: [{ share: 100 }] }),
  letIn: [404],
};

/** Roll-outs. `rollouts.integration.test.ts` shows that nobody sees those of other tenants. */
export const rolloutsRows: Record<string, AccessRow | AccessRow[]> = {
  previewRollout: input,
  createRollout: input,
  getRollouts: {},
  getRollout: missing,
  getRolloutDevices: missing,
  changeRollout: { ...missing, params: { ...missing.params, action: 'START' } },
  deleteRollout: missing,
};
