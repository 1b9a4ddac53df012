import { failureLine } from '../../controls/error-text.ts';

/** A page of one, for its total. */
export const ONE = { pageSize: 1, page: 0 };
/** What was made last. */
export const NEWEST = { pageSize: 6, page: 0, sortProperty: 'createdTime', sortOrder: 'DESC' } as const;

/** Why a counter has no number. */
export function problemOf({ isError, error }: { isError: boolean; error: unknown }): string | undefined {
  return isError ? failureLine(error) : undefined;
}
