import { gcpPubsub } from '@signalbox/contract/rule-nodes/external/gcp-pubsub';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Message } from '../../../messages/message.ts';
import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts';
import { implementRuleNode, withMetadata } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';

/** ms */
const TIME_LIMIT = 30_000;
/** How long a token is used, s; it is valid for an hour. */
const TOKEN_USE = 3_000;
const TOKEN_LIFE = 3_600;

const keySchema = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.optional(z.string()),
});
const publishedSchema = z.object({ messageIds: z.array(z.string()) });
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

export const gcpPubsubNode = implementRuleNode(gcpPubsub, {
  async start({ projectId, topicName, messageAttributes, serviceAccountKey }, { addressGuard, cloud }, place) {
    const address = `${cloud.pubsub}/v1/projects/${encodeURIComponent(projectId)}/topics/${encodeURIComponent(topicName)}:publish`;
    const attributes = Object.entries(messageAttributes).map(
      ([name, value]) => [compileTemplate(name), compileTemplate(value)] as const,
    );
    const tokenOf = await createTokens(serviceAccountKey ?? '');
    const { fetch, close } = createGuardedFetch({ guard: addressGuard, plainText: 'anywhere', timeLimit: TIME_LIMIT });
    const attributesOf = (message: Message): Record<string, string> =>
      Object.fromEntries(attributes.map(([name, value]) => [name(message), value(message)]));
    return callingOutside(place, {
      sends: (message) => ({
        to: `projects/${projectId}/topics/${topicName}`,
        details: attributesOf(message),
        text: message.data,
      }),
      async call(message, { signal }) {
        const published = {
          data: Buffer.from(message.data).toString('base64'),
          attributes: attributesOf(message),
        };
        const reply = await fetch(address, {
          method: 'POST',
          headers: { authorization: `Bearer ${await tokenOf()}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [published] }),
          signal,
        });
        const answer: unknown = await reply.json().catch(() => undefined);
        const result = publishedSchema.safeParse(answer);
        if (!reply.ok || !result.success) {
          throw new Error(refusalSchema.safeParse(answer).data?.error.message ?? `Pub/Sub answered ${reply.status}`);
        }
        return withMetadata(message, { messageId: result.data.messageIds[0] ?? '' });
      },
      stop: () => void close().catch(() => undefined),
    });
  },
});

/** Tokens that a service account signs itself, which Google's services accept for their own address. */
async function createTokens(keyFile: string): Promise<() => Promise<string>> {
  let key: z.infer<typeof keySchema>;
  try {
    key = keySchema.parse(JSON.parse(keyFile));
  } catch {
    throw new Error('The key of the service account is not the JSON file of one');
  }
  const { client_email, private_key, private_key_id } = key;
  const signer = await importPKCS8(private_key, 'RS256');
  let made: { token: Promise<string>; at: number } | undefined;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (made && now - made.at < TOKEN_USE) return made.token;
    const token = new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', ...(private_key_id ? { kid: private_key_id } : {}) })
      .setIssuer(client_email)
      .setSubject(client_email)
      .setAudience('https://pubsub.googleapis.com/')
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_LIFE)
      .sign(signer);
    made = { token, at: now };
    return token;
  };
}
