import * as z from 'zod/mini';

const filled = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** A phone number as E.164 writes it. */
export const PHONE_NUMBER = /^\+\d{2,15}$/;
/** A phone number, or the id of a messaging service or of a phone number of Twilio. */
const TWILIO_SENDER = /^(?:\+\d{2,15}|(?:MG|PN)\w{1,64})$/;
export const MAX_SMS_LENGTH = 1600;

/** Credentials become parts of addresses and headers: what is no letter or digit has no business there. */
const word = (max: number) => filled(max).check(z.regex(/^[A-Za-z0-9_-]+$/));

const awsSnsSchema = z.object({
  type: z.literal('AWS_SNS'),
  accessKeyId: word(128),
  secretAccessKey: filled(1024),
  region: filled(64).check(z.regex(/^[a-z0-9-]+$/)),
});

const twilioSchema = z.object({
  type: z.literal('TWILIO'),
  accountSid: word(128),
  accountToken: filled(1024),
  numberFrom: filled(70).check(z.regex(TWILIO_SENDER)),
});

/** The admin setting `sms`: who delivers text messages. */
export const smsSettingsSchema = z.discriminatedUnion('type', [awsSnsSchema, twilioSchema]);
export type SmsSettings = z.infer<typeof smsSettingsSchema>;

/** Body of POST /api/admin/settings/testSms. */
export const testSmsSchema = z.object({
  providerConfiguration: smsSettingsSchema,
  numberTo: z.string().check(z.regex(PHONE_NUMBER)),
  message: filled(MAX_SMS_LENGTH),
});
export type TestSms = z.infer<typeof testSmsSchema>;
