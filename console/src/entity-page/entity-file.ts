import * as z from 'zod/mini';

/** What a file has in it, or which member of it does not fit; without one it is another kind of file. */
export type EntityFile<Content> = { content: Content } | { wrong: string | undefined };

/** The first member that does not fit a schema: `profileData.alarms[0].alarmType`. */
export function wrongMember(error: z.core.$ZodError): string | undefined {
  const path = error.issues[0]?.path ?? [];
  return path.length > 0 ? z.core.toDotPath(path) : undefined;
}
