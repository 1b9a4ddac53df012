import type { MessageDeeds, MessageOutcome } from '@signalbox/contract/recorder';
import type { LoggedMessage } from '../messages/log-search.ts';
import type { Traced } from '../rules/dry-run/tracer.ts';
import type { Replay } from './replay.ts';

/** What became of a message that neither waits nor is set aside. */
export interface Judged {
  outcome: Extract<MessageOutcome, 'SUCCESS' | 'FAILURE'>;
  did: MessageDeeds;
}

const hasFailed = ({ failure, outputs }: Traced['steps'][number]): boolean =>
  failure !== null || outputs.some(({ error }) => error !== null);

/** Runs a message again to say what became of it. */
export async function judge(replay: Replay, logged: LoggedMessage): Promise<Judged> {
  const traced = await replay.run(logged);
  const isFailure = logged.message.failure !== undefined || traced.failure !== null || traced.steps.some(hasFailed);
  return { outcome: isFailure ? 'FAILURE' : 'SUCCESS', did: deedsOf(traced) };
}

function deedsOf({ steps }: Traced): MessageDeeds {
  const failedAt = steps.find(hasFailed)?.nodeName ?? null;
  const did = { values: 0, attributes: 0, alarms: 0, sent: 0, others: 0, failedAt };
  for (const { effects } of steps) {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'TELEMETRY':
          for (const { values } of effect.points) did.values += Object.keys(values).length;
          break;
        case 'ATTRIBUTES':
          did.attributes += Object.keys(effect.values).length + effect.deleted.length;
          break;
        case 'ALARM':
          did.alarms++;
          break;
        case 'REPLY':
          did.sent++;
          break;
        case 'WAIT':
          if (effect.for === 'OUTSIDE' || effect.for === 'DEVICE') did.sent++;
          break;
        case 'CUSTOMER':
        case 'RELATION':
        case 'EDGES':
        case 'ENTITY':
          did.others++;
          break;
        // What becomes of a message that a node makes is counted itself.
        case 'MESSAGE':
          break;
      }
    }
  }
  return did;
}
