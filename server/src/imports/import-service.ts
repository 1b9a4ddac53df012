import type { ImportedType, ImportReply, ImportRequest } from '@signalbox/contract/bulk-import';
import { requirePermission } from '../access/permissions.ts';
import { createFairTurns } from '../config/fair-turns.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createTurns, type InTurn } from '../storage/turns.ts';
import type { ImportedKind } from './imported-kind.ts';
import type { Importer } from './importer.ts';

/** Imports that run at the same time, of different tenants; more would take the connections of other callers. */
const AT_ONCE = 2;
/** Imports that wait, each with its file in memory. */
const MAX_WAITING = { perTenant: 2, total: 10 };

const refusal = (): Error => tooManyRequests('Too many imports are waiting. Please try again later.', 5);

/** Who may import, and whose import comes next: one at a time per tenant. */
export function createImportService(importer: Importer, kinds: Readonly<Record<ImportedType, ImportedKind>>) {
  const inFairTurn = createFairTurns(AT_ONCE, { perOwner: 1, total: MAX_WAITING.total, refusal });
  /** tenant id → its imports */
  const tenants = new Map<string, { inTurn: InTurn; count: number }>();

  async function inTurnOf<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const own = tenants.get(tenantId) ?? {
      inTurn: createTurns(1, { maxWaiting: MAX_WAITING.perTenant, refusal }),
      count: 0,
    };
    tenants.set(tenantId, own);
    own.count++;
    try {
      return await own.inTurn(work);
    } finally {
      own.count--;
      if (own.count === 0) tenants.delete(tenantId);
    }
  }

  return {
    /**
     * Imports a file, when its turn comes.
     * @param origin address of this server, which new edges are told
     * @throws ApiError 400 / 31 when its columns cannot be used, 429 when too many imports wait
     */
    async run(user: SecurityUser, type: ImportedType, request: ImportRequest, origin: string): Promise<ImportReply> {
      requirePermission(user, type, 'CREATE');
      const context = { user, update: request.mapping.update, origin, claimed: new Map<string, string>() };
      return inTurnOf(user.tenantId, () =>
        inFairTurn(user.tenantId, async (charge) => {
          charge(request.file.length);
          return importer.run(kinds[type], context, request);
        }),
      );
    },
  };
}

export type ImportService = ReturnType<typeof createImportService>;
