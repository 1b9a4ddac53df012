import type { PageManifest } from '../../app/page-manifest.ts';

/** Pages of people who are not signed in. */
export const manifest: PageManifest = {
  routes: [
    {
      path: 'login',
      title: 'login.signIn',
      isPublic: true,
      isBare: true,
      load: async () => (await import('./sign-in-page.tsx')).SignInPage,
      prepare: async () => (await import('./clients.ts')).loadClients(),
    },
    {
      path: 'login/resetPasswordRequest',
      title: 'login.requestReset',
      isPublic: true,
      isBare: true,
      load: async () => (await import('./reset-request-page.tsx')).ResetRequestPage,
    },
    {
      path: 'login/resetPassword',
      title: 'login.resetPassword',
      isPublic: true,
      isOfLink: true,
      isBare: true,
      load: async () => (await import('./new-password-page.tsx')).ResetPasswordPage,
    },
    {
      path: 'login/resetExpiredPassword',
      title: 'login.resetPassword',
      isPublic: true,
      isBare: true,
      load: async () => (await import('./new-password-page.tsx')).ResetExpiredPasswordPage,
    },
    {
      path: 'login/createPassword',
      title: 'login.createPassword',
      isPublic: true,
      isOfLink: true,
      isBare: true,
      load: async () => (await import('./new-password-page.tsx')).CreatePasswordPage,
    },
    {
      path: 'login/expiredLink',
      title: 'login.expiredLink',
      isPublic: true,
      isOfLink: true,
      isBare: true,
      load: async () => (await import('./dead-link.tsx')).ExpiredLinkPage,
    },
  ],
};
