import type { RouteObject } from 'react-router';
import { page } from '../../app/page.ts';

export const profilePages: RouteObject[] = [
  page('profile', { title: 'profile.profile' }, async () => (await import('./profile-page.tsx')).ProfilePage),
];
