import type { LoggedMessage } from '../messages/log-search.ts';
import type { StoredRules } from '../rules/chain-source.ts';
import type { DryRun, DryRunThen } from '../rules/dry-run/dry-run.ts';
import type { Traced } from '../rules/dry-run/tracer.ts';
import type { RulesOfATime } from './rules-of-a-time.ts';
import { tracerOf } from './traces.ts';

export interface ReplayParts {
  dryRun(tenantId: string, rules: StoredRules, former: DryRunThen): DryRun;
  rulesAt(tenantId: string, time: number): Promise<RulesOfATime>;
}

/** Runs messages of a tenant again, from the newest on, each through the rules of its time. */
export interface Replay {
  run(logged: LoggedMessage): Promise<Traced>;
  close(): void;
}

export function createReplay({ dryRun, rulesAt }: ReplayParts, tenantId: string): Replay {
  let current: { rules: RulesOfATime; dry: DryRun } | undefined;
  return {
    async run({ message, createdTime }) {
      if (!current || createdTime < current.rules.from) {
        current?.dry.close();
        current = undefined;
        const rules = await rulesAt(tenantId, createdTime);
        current = { rules, dry: dryRun(tenantId, rules.rules, { profile: rules.profileThen }) };
      }
      const tracer = tracerOf(current.rules.rules);
      await current.dry.run(message, tracer);
      return tracer.result();
    },
    close: () => current?.dry.close(),
  };
}
