import type * as z from 'zod/mini';

/** A sentence about the first thing that a schema did not take: what is wrong, and which member it is about. */
export function firstIssue(wrong: string, { issues: [issue] }: z.core.$ZodError): string {
  return [wrong, issue?.path.join('.'), issue?.message].filter(Boolean).join(' ');
}
