import type { PageManifest } from '../../app/page-manifest.ts';

export const manifest: PageManifest = {
  routes: [
    {
      path: 'settings/sms-provider',
      title: 'smsSettings.title',
      authorities: ['SYS_ADMIN'],
      load: async () => (await import('./sms-provider-page.tsx')).SmsProviderPage,
    },
  ],
  entries: [
    {
      name: 'smsSettings.title',
      path: '/settings/sms-provider',
      icon: 'message',
      authorities: ['SYS_ADMIN'],
      menu: 'main',
      group: 'settings',
      order: 162,
      section: 'settings',
    },
  ],
};
