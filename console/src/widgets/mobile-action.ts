import './texts/texts.ts';
import i18next from 'i18next';
import { isInMobileApp } from '../app/mobile-app.ts';
import { askMobileApp } from '../app/mobile-calls.ts';
import { notify, notifyError } from '../app/notices.ts';
import type { ActionToRun } from './actions.ts';
import type { ScriptHome, Scripts } from './sandbox/scripts.ts';
import { scriptContext } from './script-context.ts';

const PARAMS = ['$event', 'widgetContext', 'entityId', 'entityName', 'additionalParams', 'entityLabel'];

/** What a function of an action returns for an entity. It sees the entity, and nothing of the page. */
function returned(scripts: Scripts, body: string | undefined, { entity, additional }: ActionToRun): unknown {
  const entityId = entity && { entityType: entity.entityType, id: entity.id };
  const names = [entity?.name ?? null, additional ?? {}, entity?.label ?? null];
  return scripts.compile(body ?? '', PARAMS)(null, scriptContext({}), entityId, ...names);
}

/**
 * What the app is asked with: where to, or whom to call.
 * @throws Error when a function fails or returns something else
 */
export function mobileArguments(run: ActionToRun, scripts: Scripts): unknown[] {
  const { type, getLocationFunction, getPhoneNumberFunction } = run.action.mobileAction ?? {};
  if (type === 'makePhoneCall') {
    const number = returned(scripts, getPhoneNumberFunction, run);
    if ((typeof number !== 'string' && typeof number !== 'number') || String(number).trim() === '') {
      throw new Error(i18next.t('mobileAction.noNumber'));
    }
    return [number];
  }
  const place = returned(scripts, getLocationFunction, run);
  if (!Array.isArray(place) || place.length !== 2 || !place.every((part) => Number.isFinite(part))) {
    throw new Error(i18next.t('mobileAction.noPlace'));
  }
  return place;
}

/** Has the mobile app show a place, the way to it, or call somebody; says what went wrong. */
export async function runMobileAction(run: ActionToRun, home: ScriptHome) {
  const { action } = run;
  if (!isInMobileApp()) {
    notify({ type: 'info', message: i18next.t('mobileAction.onlyInApp', { name: action.name }), duration: 5000 });
    return;
  }
  try {
    const values = mobileArguments(run, await home.join());
    const answer = await askMobileApp(String(action.mobileAction?.type), ...values);
    if (answer.hasError) notifyError(answer.error || i18next.t('mobileAction.failed', { name: action.name }));
    else if (answer.result?.launched === false) notifyError(i18next.t('mobileAction.failed', { name: action.name }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    notifyError(i18next.t('mobileAction.failed', { name: action.name }), reason);
  } finally {
    home.leave();
  }
}
