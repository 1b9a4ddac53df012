import { ErrorCode } from '@signalbox/contract/error';
import type { SmsSettings } from '@signalbox/contract/sms-settings';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '../http/errors.ts';
import { readBounded } from '../outbound/bounded-body.ts';
import { describeFailure } from '../outbound/guarded-fetch.ts';

/** A text message to a phone. */
export interface Sms {
  /** As E.164 writes it. */
  to: string;
  text: string;
}

/** Where providers are called; tests have their own. */
export interface SmsAddresses {
  twilio: string;
  sns: (region: string) => string;
}

const ADDRESSES: SmsAddresses = {
  twilio: 'https://api.twilio.com',
  sns: (region) => `https://sns.${region}.amazonaws.com`,
};

/** ms */
const TIME_LIMIT = 10_000;
/** Longest refusal that is read. */
const MAX_REFUSAL_BYTES = 65_536;
/** Longest part of a refusal that is repeated, in characters. */
const MAX_REASON_LENGTH = 300;

/** The wire's error for a text message that was not sent: 500 / 2. */
export function smsFailure(error: unknown): ApiError {
  return new ApiError(500, ErrorCode.general, `Unable to send SMS: ${(error as Error).message}`);
}

/** What a provider says of a message that it refuses: Twilio in JSON, Amazon in XML. */
async function refusalOf(reply: Response): Promise<string> {
  const body = await readBounded(reply, MAX_REFUSAL_BYTES).then(String, () => '');
  const message = /"message"\s*:\s*"([^"]*)"|<Message>([^<]*)<\/Message>/.exec(body);
  const reason = message?.[1] ?? message?.[2] ?? '';
  return `the provider answered ${reply.status}${reason ? `: ${reason.slice(0, MAX_REASON_LENGTH)}` : ''}`;
}

/** Sends text messages with the provider of the settings. */
export function createSmsSender({ addresses = ADDRESSES, timeLimit = TIME_LIMIT } = {}) {
  function post(settings: SmsSettings, { to, text }: Sms): Promise<Response> {
    const options = { method: 'POST', signal: AbortSignal.timeout(timeLimit), redirect: 'manual' } as const;
    if (settings.type === 'TWILIO') {
      const { accountSid, accountToken, numberFrom } = settings;
      const sender: Record<string, string> = numberFrom.startsWith('MG')
        ? { MessagingServiceSid: numberFrom }
        : { From: numberFrom };
      return fetch(`${addresses.twilio}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        ...options,
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${accountToken}`).toString('base64')}` },
        body: new URLSearchParams({ ...sender, To: to, Body: text }),
      });
    }
    const { accessKeyId, secretAccessKey, region } = settings;
    // Its own retries are off: who tests sees the first refusal.
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 'sns', retries: 0 });
    return client.fetch(`${addresses.sns(region)}/`, {
      ...options,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        Action: 'Publish',
        Version: '2010-03-31',
        PhoneNumber: to,
        Message: text,
      }).toString(),
    });
  }

  return {
    /** Resolves when the provider has accepted the message. @throws Error saying why it has not */
    async sendWith(settings: SmsSettings, message: Sms): Promise<void> {
      const reply = await post(settings, message).catch((error: Error) => {
        throw new Error(`the provider ${describeFailure(error)}`, { cause: error });
      });
      if (!reply.ok) throw new Error(await refusalOf(reply));
    },
  };
}

export type SmsSender = ReturnType<typeof createSmsSender>;
