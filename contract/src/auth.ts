import * as z from 'zod/mini';
import { queryBooleanOrNone } from './page.ts';
import { route } from './route.ts';
import { passwordPolicySchema } from './security-settings.ts';
import { storedText } from './text.ts';
import { tokenPairSchema } from './token.ts';
import { userSchema } from './user.ts';

/** Longer than any name, password or token. */
const MAX_LENGTH = 10_000;
const optionalString = z.optional(z.nullable(storedText(MAX_LENGTH)));
const tag = 'auth';

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Sign in with e-mail and password',
    access: 'anyone',
    signIn: true,
    body: z.object({ username: optionalString, password: optionalString }),
    reply: tokenPairSchema,
  }),
  loginPublic: route({
    method: 'POST',
    path: '/api/auth/login/public',
    tag,
    summary: 'Sign in as a public visitor of a tenant',
    access: 'anyone',
    signIn: true,
    body: z.object({ publicId: optionalString }),
    reply: tokenPairSchema,
  }),
  refreshToken: route({
    method: 'POST',
    path: '/api/auth/token',
    tag,
    summary: 'Exchange a refresh token for a new pair of tokens',
    access: 'anyone',
    signIn: true,
    body: z.object({ refreshToken: optionalString }),
    reply: tokenPairSchema,
  }),
  getCurrentUser: route({
    method: 'GET',
    path: '/api/auth/user',
    tag,
    summary: 'The signed-in user; empty for a public visitor',
    access: 'signedIn',
    reply: userSchema,
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    tag,
    summary: 'Sign out; ends all sessions of the user',
    access: 'signedIn',
    reply: 'empty',
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/auth/changePassword',
    tag,
    summary: "Change the caller's password; ends the other sessions of the user",
    access: 'signedIn',
    body: z.object({ currentPassword: optionalString, newPassword: optionalString }),
    reply: tokenPairSchema,
  }),
  getPasswordPolicy: route({
    method: 'GET',
    path: '/api/noauth/userPasswordPolicy',
    tag,
    summary: 'Read the rules for new passwords',
    access: 'anyone',
    reply: passwordPolicySchema,
  }),
  followActivationLink: route({
    method: 'GET',
    path: '/api/noauth/activate',
    tag,
    summary: 'Activation link: redirects to the page where the password is chosen',
    access: 'anyone',
    query: { activateToken: z.optional(z.string()) },
    reply: 'empty',
  }),
  activateUser: route({
    method: 'POST',
    path: '/api/noauth/activate',
    tag,
    summary: 'Activate a user and set the first password',
    access: 'anyone',
    query: { sendActivationMail: queryBooleanOrNone },
    body: z.object({ activateToken: optionalString, password: optionalString }),
    reply: tokenPairSchema,
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/noauth/resetPasswordByEmail',
    tag,
    summary: 'Send a password reset link; the reply does not tell whether the user exists',
    access: 'anyone',
    body: z.object({ email: optionalString }),
    reply: 'empty',
  }),
  followResetLink: route({
    method: 'GET',
    path: '/api/noauth/resetPassword',
    tag,
    summary: 'Reset link: redirects to the page where the new password is chosen',
    access: 'anyone',
    query: { resetToken: z.optional(z.string()) },
    reply: 'empty',
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/noauth/resetPassword',
    tag,
    summary: 'Set a new password with a reset token; ends all sessions of the user',
    access: 'anyone',
    body: z.object({ resetToken: optionalString, password: optionalString }),
    reply: tokenPairSchema,
  }),
  getOAuth2Clients: route({
    method: 'POST',
    path: '/api/noauth/oauth2Clients',
    tag,
    summary: 'List the sign-in buttons of other identity providers for the host of the request',
    access: 'anyone',
    query: { pkgName: z.optional(z.string()), platform: z.optional(z.string()) },
    reply: z.array(z.object({ name: z.string(), icon: z.nullable(z.string()), url: z.string() })),
  }),
};
