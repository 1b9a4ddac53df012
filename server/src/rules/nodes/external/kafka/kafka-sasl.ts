import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { beginSignIn, continueSignIn, type KafkaRequest } from './kafka-protocol.ts';
import type { KafkaSasl } from './kafka-settings.ts';

const derive = promisify(pbkdf2);

/** Rounds that a broker may ask for: fewer protect the password too little, more would keep the processor busy. */
const ROUNDS = { min: 4_096, max: 100_000 };

const SCRAM = {
  'SCRAM-SHA-256': { hash: 'sha256', bytes: 32 },
  'SCRAM-SHA-512': { hash: 'sha512', bytes: 64 },
} as const;

type Ask = <Reply>(request: KafkaRequest<Reply>) => Promise<Reply>;
type Exchange = (content: Buffer) => Promise<Buffer>;

/**
 * Signs in at a broker.
 * @returns how long the session lasts, ms; 0: without limit
 * @throws Error saying why it is refused
 */
export async function authenticate(ask: Ask, sasl: KafkaSasl): Promise<number> {
  await ask(beginSignIn(sasl.mechanism));
  let lifetime = 0;
  const exchange: Exchange = async (content) => {
    const reply = await ask(continueSignIn(content));
    lifetime = reply.lifetime;
    return reply.content;
  };
  if (sasl.mechanism === 'PLAIN') await exchange(Buffer.from(`\0${sasl.username}\0${sasl.password}`));
  else await exchangeScram(exchange, sasl, SCRAM[sasl.mechanism]);
  return lifetime;
}

/** RFC 5802, without channel binding. */
async function exchangeScram(
  exchange: Exchange,
  { username, password }: KafkaSasl,
  { hash, bytes }: { hash: string; bytes: number },
): Promise<void> {
  const hmac = (key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest();
  const nonce = randomBytes(18).toString('base64');
  const first = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
  const challenge = (await exchange(Buffer.from(`n,,${first}`))).toString();
  const { r: wholeNonce = '', s: salt = '', i: rounds = '' } = attributesOf(challenge);
  if (!wholeNonce.startsWith(nonce)) throw new Error('The broker answers the sign-in of somebody else');
  if (!(Number(rounds) >= ROUNDS.min && Number(rounds) <= ROUNDS.max)) {
    throw new Error(`The broker asks for ${rounds} rounds; ${ROUNDS.min} to ${ROUNDS.max} are made`);
  }
  const salted = await derive(password, Buffer.from(salt, 'base64'), Number(rounds), bytes, hash);
  const last = `c=biws,r=${wholeNonce}`;
  const signed = `${first},${challenge},${last}`;
  const clientKey = hmac(salted, 'Client Key');
  const signature = hmac(createHash(hash).update(clientKey).digest(), signed);
  const proof = clientKey.map((byte, at) => byte ^ (signature[at] as number));
  const { v: verifier = '', e: error } = attributesOf(
    (await exchange(Buffer.from(`${last},p=${Buffer.from(proof).toString('base64')}`))).toString(),
  );
  if (error !== undefined) throw new Error(`The broker refuses the sign-in: ${error}`);
  const expected = hmac(hmac(salted, 'Server Key'), signed);
  const given = Buffer.from(verifier, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('The broker does not know the password either');
  }
}

/** The attributes of a message of SCRAM by their letters. */
function attributesOf(message: string): Record<string, string> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}
