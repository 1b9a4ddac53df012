import { withNamedTexts } from '../i18n/named-texts.ts';
import type { DashboardState } from './configuration.ts';

/** The entity that a state was opened with. */
export interface StateEntity {
  entityId?: { entityType: string; id: string } | null;
  entityName?: string | null;
  entityLabel?: string | null;
}

/** Parameters of a state; besides its own entity it may name others by parameter. */
export type StateParams = StateEntity & { targetEntityParamName?: string | null; [name: string]: unknown };

/** One step of the way through the states. */
export interface StateStep {
  id: string;
  params: StateParams;
}

/** Id of the state that a dashboard opens with. */
export function rootStateId(states: Readonly<Record<string, DashboardState>>): string {
  const ids = Object.keys(states);
  return ids.find((id) => states[id]?.root) ?? ids[0] ?? 'default';
}

/** The steps as the address has them, before URL encoding. */
export function encodedSteps(steps: readonly StateStep[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(steps));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return encodeURIComponent(btoa(binary));
}

/**
 * The steps that the address names: what cannot be read, or names a state that does not exist, leads to the root.
 * `text` is the value of the parameter with the escapes of the address already removed.
 */
export function decodedSteps(
  text: string | null,
  states: Readonly<Record<string, DashboardState>>,
  controller: string | undefined,
): StateStep[] {
  const root: StateStep = { id: rootStateId(states), params: {} };
  let read: unknown;
  try {
    // A blank stands for the plus sign of links that were escaped only once.
    const binary = atob(decodeURIComponent(text ?? '').replaceAll(' ', '+'));
    read = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0))));
  } catch {
    return [root];
  }
  if (!Array.isArray(read) || read.length === 0) return [root];
  const steps: StateStep[] = [];
  read.forEach((value: unknown, index) => {
    const item = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown; params?: unknown };
    const params = (typeof item.params === 'object' && item.params !== null ? item.params : {}) as StateParams;
    const known = typeof item.id === 'string' && Object.hasOwn(states, item.id);
    if (known) steps.push({ id: item.id as string, params });
    else if (index === 0) steps.push({ id: root.id, params });
  });
  if (steps.length === 0) return [root];
  return controller === 'default' ? steps.slice(-1) : steps;
}

/** Whether the steps need to stand in the address: the root alone, opened with nothing, does not. */
export function needsAddress(
  steps: readonly StateStep[],
  states: Readonly<Record<string, DashboardState>>,
  controller: string | undefined,
): boolean {
  if (controller === 'default') return steps[0]?.id !== rootStateId(states) || hasParams(steps[0]);
  return steps.length > 1 || steps[0]?.id !== rootStateId(states) || hasParams(steps[0]);
}

function hasParams(step: StateStep | undefined): boolean {
  return Object.keys(step?.params ?? {}).length > 0;
}

/** The steps after opening a state: pushed on top, or in place of the only one with the flat controller. */
export function withOpened(steps: readonly StateStep[], step: StateStep, controller: string | undefined): StateStep[] {
  return controller === 'default' ? [step] : [...steps, step];
}

/** The steps after changing the present state. */
export function withUpdated(steps: readonly StateStep[], id: string | undefined, params: StateParams): StateStep[] {
  const current = steps.at(-1);
  return [...steps.slice(0, -1), { id: id ?? current?.id ?? 'default', params }];
}

/** Whether no state is opened or left, but the present one shows something else: what is chosen in it is no way to go back. */
export function isSameState(steps: readonly StateStep[], next: readonly StateStep[]): boolean {
  return steps.length === next.length && steps.at(-1)?.id === next.at(-1)?.id;
}

/** Parameters for a state that is opened for an entity, as actions of widgets make them. */
export function paramsForEntity(
  params: StateParams,
  entity: StateEntity | null,
  paramName: string | null | undefined,
): StateParams {
  const next: StateParams = structuredClone(params);
  if (!entity?.entityId?.id) return next;
  let target: StateEntity = next;
  if (paramName) {
    const existing = next[paramName];
    if (typeof existing !== 'object' || existing === null) {
      next[paramName] = {};
      next.targetEntityParamName = paramName;
    }
    target = next[paramName] as StateEntity;
  }
  target.entityId = { ...entity.entityId };
  target.entityName = entity.entityName ?? null;
  if (entity.entityLabel) target.entityLabel = entity.entityLabel;
  return next;
}

/** The entity of the present state: its own, or the one of the named parameter. */
export function entityOfState(params: StateParams, paramName: string | null | undefined): StateEntity | null {
  const name = paramName || undefined;
  const found = (name ? params[name] : params) as StateEntity | undefined;
  return found && typeof found === 'object' && found.entityId?.id ? found : null;
}

/** A text with `${entityName}`, `${entityLabel}`, `${param:entityName}` and `${param:entityLabel}` written out. */
export function textWithEntity(text: string, params: StateParams): string {
  return withNamedTexts(text).replace(
    /\$\{(?:([^:{}]+):)?(entityName|entityLabel)\}/g,
    (_, param: string | undefined, member) => {
      const entity = entityOfState(params, param ?? params.targetEntityParamName ?? undefined);
      const named = member === 'entityLabel' ? entity?.entityLabel || entity?.entityName : entity?.entityName;
      return named ?? '';
    },
  );
}

/** Name of the state that a step shows. */
export function stateName(step: StateStep, states: Readonly<Record<string, DashboardState>>): string {
  return textWithEntity(states[step.id]?.name ?? step.id, step.params);
}
