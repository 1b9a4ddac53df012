import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

/** Pages of people who are not signed in. */
export const signInPages: RouteObject[] = [
  page('login', { title: 'login.signIn', isPublic: true }, async () => (await import('./sign-in-page.tsx')).SignInPage),
  page(
    'login/resetPasswordRequest',
    { title: 'login.requestReset', isPublic: true },
    async () => (await import('./reset-request-page.tsx')).ResetRequestPage,
  ),
  page(
    'login/resetPassword',
    { title: 'login.resetPassword', isPublic: true },
    async () => (await import('./new-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    'login/resetExpiredPassword',
    { title: 'login.resetPassword', isPublic: true },
    async () => (await import('./new-password-page.tsx')).ResetExpiredPasswordPage,
  ),
  page(
    'login/createPassword',
    { title: 'login.createPassword', isPublic: true },
    async () => (await import('./new-password-page.tsx')).CreatePasswordPage,
  ),
];
