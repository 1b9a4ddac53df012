import { firstValueFrom, isObservable } from 'rxjs';
import type { Plain } from '../protocol.ts';
import type { Bridge } from './bridge.ts';
import { compileBody } from './controller.ts';
import type { Zone } from './zone.ts';

interface Answer {
  hasResult?: boolean;
  result?: Plain;
  hasError?: boolean;
  error?: string;
}

/** What every function of a mobile action is called with after what is its own. */
const COMMON = ['$event', 'widgetContext', 'entityId', 'entityName', 'additionalParams', 'entityLabel'] as const;

/** By kind: the function that takes the result, and the members of it (widgets.md §2.6). */
const PICTURE = { handler: 'processImageFunction', members: ['imageUrl'] };
const LAUNCH = { handler: 'processLaunchResultFunction', members: ['launched'] };
const RESULTS: Readonly<Record<string, { handler: string; members: readonly string[] }>> = {
  takePictureFromGallery: PICTURE,
  takePhoto: PICTURE,
  takeScreenshot: PICTURE,
  scanQrCode: { handler: 'processQrCodeFunction', members: ['code', 'format'] },
  getLocation: { handler: 'processLocationFunction', members: ['latitude', 'longitude'] },
  mapDirection: LAUNCH,
  mapLocation: LAUNCH,
  makePhoneCall: LAUNCH,
};
/** By kind: the function that says what the app is asked with. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  mapDirection: 'getLocationFunction',
  mapLocation: 'getLocationFunction',
  makePhoneCall: 'getPhoneNumberFunction',
};

const settled = async (value: unknown): Promise<unknown> => (isObservable(value) ? firstValueFrom(value) : value);

function isUsable(type: string, values: readonly unknown[]): boolean {
  if (type === 'makePhoneCall') return String(values[0] ?? '').trim() !== '';
  return values.length === 2 && values.every((value) => Number.isFinite(value));
}

/** Has the app do what an action wants, and hands its answer to the functions of the action. */
export async function runMobile(
  action: Plain,
  given: Record<(typeof COMMON)[number], unknown>,
  bridge: Pick<Bridge, 'call'>,
  zone: Pick<Zone, 'run'>,
): Promise<void> {
  const type = String(action.type);
  const common = COMMON.map((name) => given[name]);
  const bodyOf = (name: string) => (typeof action[name] === 'string' ? action[name].trim() : '');
  const run = (name: string, own: readonly (readonly [name: string, value: unknown])[]) => {
    const work = compileBody(bodyOf(name), [...own.map(([param]) => param), ...COMMON]);
    return zone.run(() => work(...own.map(([, value]) => value), ...common));
  };
  /** What a function throws here is for the action itself, and the zone would keep it. */
  const argumentsOf = (name: string) => {
    const work = compileBody(bodyOf(name), COMMON);
    const ended = zone.run(() => {
      try {
        return { value: work(...common) };
      } catch (error) {
        return { error };
      }
    });
    if (ended && 'error' in ended) throw ended.error;
    return ended?.value;
  };
  const failed = async (error: string) => {
    if (bodyOf('handleErrorFunction')) run('handleErrorFunction', [['error', error]]);
    else await bridge.call('toast', 'error', error, null);
  };

  let values: readonly unknown[] = [];
  const asking = ARGUMENTS[type];
  if (asking) {
    try {
      const found = await settled(argumentsOf(asking));
      values = Array.isArray(found) ? found : [found];
      if (!isUsable(type, values)) throw new Error(JSON.stringify(found) ?? 'undefined');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return failed(`Failed to get mobile action arguments: ${reason}`);
    }
  }
  const answer = (await bridge.call('mobile', type, values)) as Answer | null;
  if (!answer) return;
  const { handler, members } = RESULTS[type] ?? LAUNCH;
  if (answer.hasError) await failed(answer.error ?? type);
  else if (answer.hasResult && answer.result) {
    const { result } = answer;
    if (bodyOf(handler))
      run(
        handler,
        members.map((member) => [member, result[member]] as const),
      );
  } else if (bodyOf('handleEmptyResultFunction')) run('handleEmptyResultFunction', []);
}
