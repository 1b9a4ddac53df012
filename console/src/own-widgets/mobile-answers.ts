import { isInMobileApp } from '../app/mobile-app.ts';
import { askMobileApp, type MobileAnswer } from '../app/mobile-calls.ts';

/** What the app can be asked for (widgets.md §2.6). */
const ASKED: ReadonlySet<string> = new Set([
  'takePictureFromGallery',
  'takePhoto',
  'takeScreenshot',
  'scanQrCode',
  'getLocation',
  'mapDirection',
  'mapLocation',
  'makePhoneCall',
]);

/** Asks the mobile app for what a function of an action wants; null where there is no app. */
export async function askApp(type: string, values: readonly unknown[]): Promise<MobileAnswer | null> {
  if (!ASKED.has(type)) return { hasResult: false, hasError: true, error: type };
  return isInMobileApp() ? askMobileApp(type, ...values.slice(0, 2)) : null;
}
