import * as z from 'zod/mini';
import { AUTHORITIES } from './authority.ts';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryName } from './page.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText, text } from './text.ts';
import { tokenPairSchema } from './token.ts';

/**
 * Keys of a user's `additionalInfo` that the server writes. Values that clients send for them are dropped.
 * `userPasswordHistory` is listed so that bodies made for 3.3.2 cannot set it; it is never sent out.
 */
export const SERVER_OWNED_USER_KEYS = [
  'userCredentialsEnabled',
  'lastLoginTs',
  'failedLoginAttempts',
  'userPasswordHistory',
] as const;

/** A user as it is returned. Times in epoch ms. */
export const userSchema = z.object({
  id: typedId('USER'),
  createdTime: z.number(),
  additionalInfo,
  tenantId: typedId('TENANT'),
  customerId: typedId('CUSTOMER'),
  email: z.string(),
  authority: z.enum(AUTHORITIES),
  firstName: z.nullable(text()),
  lastName: z.nullable(text()),
  /** Always the e-mail. */
  name: z.string(),
});
export type User = z.infer<typeof userSchema>;

/** Body of POST /api/user: create when `id` is absent or null, else replace. */
export const userInputSchema = z.object({
  id: z.optional(z.nullable(typedId('USER'))),
  additionalInfo,
  tenantId: z.optional(z.nullable(typedId('TENANT'))),
  customerId: z.optional(z.nullable(typedId('CUSTOMER'))),
  email: nullableText(),
  authority: z.optional(z.nullable(z.enum(AUTHORITIES))),
  firstName: nullableText(),
  lastName: nullableText(),
});
export type UserInput = z.infer<typeof userInputSchema>;

const userId = { userId: uuidSchema };
const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const tag = 'user';

export const userRoutes = {
  getUserTokenAccessEnabled: route({
    method: 'GET',
    path: '/api/user/tokenAccessEnabled',
    tag,
    summary: 'Read whether administrators may sign in as one of their users',
    access: administrators,
    reply: z.boolean(),
  }),
  getUser: route({
    method: 'GET',
    path: '/api/user/:userId',
    tag,
    summary: 'Read a user',
    access: anyAuthority,
    params: userId,
    reply: userSchema,
  }),
  getUserToken: route({
    method: 'GET',
    path: '/api/user/:userId/token',
    tag,
    summary: 'Create tokens with which an administrator acts as the user',
    access: administrators,
    params: userId,
    reply: tokenPairSchema,
  }),
  saveUser: route({
    method: 'POST',
    path: '/api/user',
    tag,
    summary: 'Create a user, or replace it when the body has an id',
    access: anyAuthority,
    query: { sendActivationMail: queryBooleanOrNone, basedOn },
    replaces: '/api/user/:userId',
    body: userInputSchema,
    reply: userSchema,
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/api/user/:userId',
    tag,
    summary: 'Delete a user; ends its sessions',
    access: administrators,
    params: userId,
    reply: 'empty',
  }),
  sendActivationMail: route({
    method: 'POST',
    path: '/api/user/sendActivationMail',
    tag,
    summary: 'Send the activation link to a user that has not been activated yet',
    access: administrators,
    query: { email: queryName },
    reply: 'empty',
  }),
  getActivationLink: route({
    method: 'GET',
    path: '/api/user/:userId/activationLink',
    tag,
    summary: 'Read the activation link of a new user',
    access: administrators,
    params: userId,
    reply: 'text',
  }),
  setUserCredentialsEnabled: route({
    method: 'POST',
    path: '/api/user/:userId/userCredentialsEnabled',
    tag,
    summary: 'Enable or disable the sign-in of a user; disabling ends its sessions',
    access: administrators,
    params: userId,
    query: { userCredentialsEnabled: queryBooleanOrNone },
    reply: 'empty',
  }),
  getUsers: route({
    method: 'GET',
    path: '/api/users',
    tag,
    summary: 'List the users of the tenant; for a customer user, those of its customer',
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    query: pageQuery,
    reply: pageOf(userSchema),
  }),
  getTenantAdmins: route({
    method: 'GET',
    path: '/api/tenant/:tenantId/users',
    tag,
    summary: 'List the administrators of a tenant',
    access: ['SYS_ADMIN'],
    params: { tenantId: uuidSchema },
    query: pageQuery,
    reply: pageOf(userSchema),
  }),
  getCustomerUsers: route({
    method: 'GET',
    path: '/api/customer/:customerId/users',
    tag,
    summary: 'List the users of a customer',
    access: ['TENANT_ADMIN'],
    params: { customerId: uuidSchema },
    query: pageQuery,
    reply: pageOf(userSchema),
  }),
};
