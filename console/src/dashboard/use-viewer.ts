import { useMemo } from 'react';
import { useSession } from '../app/session.ts';
import type { Viewer } from './aliases.ts';

/** Who is signed in, as pseudo entities of aliases stand for it. */
export function useViewer(): Viewer {
  const { claims, authority } = useSession();
  return useMemo(
    () => ({
      tenantId: claims?.tenantId ?? '',
      customerId: authority === 'CUSTOMER_USER' ? (claims?.customerId ?? null) : null,
      userId: claims?.userId ?? '',
    }),
    [claims, authority],
  );
}
