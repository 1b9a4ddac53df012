/** Whether PostgreSQL refused a statement for some of its data (SQLSTATE classes 22 and 23); the rest may be fine. */
export function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | undefined)?.code ?? ''));
}
