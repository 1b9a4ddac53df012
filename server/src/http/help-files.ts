import type { FastifyReply, FastifyRequest } from 'fastify';

/** A help text, or a list of them. */
export interface HelpFile {
  type: string;
  body: string;
  /** Quoted, changes with the content. */
  etag: string;
}

/** What there is to be read about the product. */
export interface HelpFiles {
  /** Whether an address can only be that of a help file. */
  isHelp(address: string): boolean;
  find(address: string): Promise<HelpFile | undefined>;
}

/** Sends a help file, which browsers keep and ask about again; false when there is none at the address. */
export async function sendHelp(
  help: HelpFiles,
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const file = await help.find(address);
  if (!file) return false;
  reply.header('cache-control', 'no-cache').header('etag', file.etag);
  if (request.headers['if-none-match']?.includes(file.etag)) {
    reply.code(304).send();
    return true;
  }
  reply.type(file.type).send(file.body);
  return true;
}
