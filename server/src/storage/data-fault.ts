/** PostgreSQL refused a statement for the data in it (SQLSTATE classes 22 and 23): what else was in it may be good. */
export function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | undefined)?.code ?? ''));
}
