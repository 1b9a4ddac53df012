import { deviceProfileAlarmSchema } from '@signalbox/contract/alarm-rule';
import type { Logger } from 'pino';
import { type CompiledRules, compileRules } from '../../alarms/rules/compile-rules.ts';
import { hasGone, type LiveBus } from '../../bus/live-bus.ts';
import type { RuleStateTable } from './rule-state-table.ts';

/** Tenants whose rules are kept. */
const MAX_TENANTS = 10_000;

/** Device profile id → its alarm rules, of the profiles of a tenant that have some. Never changed, only replaced. */
export type TenantAlarmRules = ReadonlyMap<string, CompiledRules>;

interface Entry {
  current: TenantAlarmRules | undefined;
  loading: Promise<TenantAlarmRules> | undefined;
  isStale: boolean;
  /** profile id → text from which its rules were made */
  texts: Map<string, string>;
}

export interface ProfileRulesParts {
  table: Pick<RuleStateTable, 'profiles'>;
  liveBus: LiveBus;
  /** Called when a profile has changed, or is gone. */
  onChange: (profileId: string) => void;
  log: Logger;
}

/** The alarm rules of profiles, prepared once for each version of a profile; changes apply to the next message. */
export function createProfileRules({ table, liveBus, onChange, log }: ProfileRulesParts) {
  /** tenant id → its rules; the one that was read first goes first */
  const tenants = new Map<string, Entry>();

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    const { entityId, tenantId } = change;
    if (entityId.entityType === 'TENANT' && hasGone(change)) tenants.delete(entityId.id);
    if (entityId.entityType !== 'DEVICE_PROFILE') return;
    const entry = tenants.get(tenantId);
    if (entry) entry.isStale = true;
    onChange(entityId.id);
  });

  function compile(id: string, alarms: unknown): CompiledRules | undefined {
    const definitions = (Array.isArray(alarms) ? alarms : []).flatMap((alarm: unknown) => {
      const parsed = deviceProfileAlarmSchema.safeParse(alarm);
      if (!parsed.success)
        log.warn({ profileId: id, err: parsed.error }, 'an alarm rule that is not valid is left out');
      return parsed.success ? [parsed.data] : [];
    });
    const rules = compileRules(definitions);
    return rules.rules.length > 0 ? rules : undefined;
  }

  async function load(tenantId: string, entry: Entry): Promise<TenantAlarmRules> {
    let stored: Awaited<ReturnType<typeof table.profiles>>;
    do {
      entry.isStale = false;
      stored = await table.profiles(tenantId);
      // Changed while they were being read.
    } while (entry.isStale);
    const rules = new Map<string, CompiledRules>();
    const texts = new Map<string, string>();
    for (const { id, name, alarms } of stored) {
      // Rules that look at the type of the device, which is the name of the profile, read it again.
      const text = JSON.stringify([name, alarms]);
      const kept = entry.texts.get(id) === text ? entry.current?.get(id) : undefined;
      const compiled = kept ?? compile(id, alarms);
      texts.set(id, text);
      if (compiled) rules.set(id, compiled);
    }
    entry.texts = texts;
    entry.current = rules;
    return rules;
  }

  return {
    /** A promise only when they are not loaded, or have changed. */
    of(tenantId: string): TenantAlarmRules | Promise<TenantAlarmRules> {
      let entry = tenants.get(tenantId);
      if (entry?.loading) return entry.loading;
      if (entry?.current && !entry.isStale) return entry.current;
      if (!entry) {
        entry = { current: undefined, loading: undefined, isStale: true, texts: new Map() };
        tenants.set(tenantId, entry);
        if (tenants.size > MAX_TENANTS) tenants.delete(tenants.keys().next().value as string);
      }
      const loaded = entry;
      entry.loading = load(tenantId, loaded).finally(() => {
        loaded.loading = undefined;
      });
      return entry.loading;
    },
    /** Whether these are the rules of a profile now, as far as is known. */
    isCurrent(tenantId: string, profileId: string, rules: CompiledRules): boolean {
      const entry = tenants.get(tenantId);
      return entry !== undefined && !entry.isStale && !entry.loading && entry.current?.get(profileId) === rules;
    },
    close: stopListening,
  };
}
