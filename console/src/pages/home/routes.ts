import { type RouteObject, redirect } from 'react-router';
import { page } from '../../app/page.ts';

export const homePages: RouteObject[] = [
  { index: true, loader: () => redirect('/home') },
  page('home', { title: 'home.home' }, async () => (await import('./home-page.tsx')).HomePage),
];
