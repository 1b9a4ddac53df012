import { ALARM_DETAILS_TOO_LONG, type Alarm, MAX_ALARM_DETAILS } from '@signalbox/contract/alarm';
import type { AlarmCause } from '../../alarms/alarm-record.ts';
import { parseExactJson } from '../../config/exact-json.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import type { MessageEffects } from '../batch-effects.ts';
import { type Script, type ScriptEngine, scriptInput } from '../scripts/script-engine.ts';
import { asJsonText } from '../scripts/script-result.ts';
import { type NodeOutput, type RuleNodePlace, transformMessage } from './define-rule-node.ts';

/** Makes the details of alarms. */
export interface DetailsBuilder {
  /**
   * @param previous details of the alarm that there is
   * @throws ScriptError, or Error when they are too long
   */
  build(
    message: Message,
    previous: Alarm['details'] | undefined,
    effects: MessageEffects,
  ): Promise<Alarm['details']> | Alarm['details'];
  close(): void;
}

/** A script without comments and white space. */
const essence = (script: string): string => script.replace(/\/\/.*$/gm, '').replace(/\s+/g, '');
/** What the script of a new node does, also as other versions write it. */
const KEEPS_DETAILS =
  'vardetails={};if(metadata.prevAlarmDetails){details=JSON.parse(metadata.prevAlarmDetails);' +
  'deletemetadata.prevAlarmDetails;}returndetails;';

/** The details that the script of a new node would return, without a call of the sandbox. */
function keepDetails({ data, metadata }: Message, previous: Alarm['details'] | undefined): Alarm['details'] {
  // The script would not be called with what is not JSON.
  JSON.parse(data);
  if (previous !== undefined && previous !== null) return previous;
  const given = Object.hasOwn(metadata, 'prevAlarmDetails') ? metadata.prevAlarmDetails : undefined;
  return given ? detailsIn(given) : {};
}

/** @throws Error when the text is too long, or not JSON */
function detailsIn(json: string): Alarm['details'] {
  if (json.length > MAX_ALARM_DETAILS) throw new Error(ALARM_DETAILS_TOO_LONG);
  return parseExactJson(json) as Alarm['details'];
}

export async function createDetailsBuilder(
  scripts: ScriptEngine,
  tenantId: string,
  body: string,
): Promise<DetailsBuilder> {
  if (essence(body) === KEEPS_DETAILS) return { build: keepDetails, close: () => undefined };
  const script: Script = await scripts.compile(tenantId, body);
  return {
    async build(message, previous, effects) {
      const input = scriptInput(message);
      const metadata =
        previous === undefined || previous === null
          ? input.metadata
          : { ...input.metadata, prevAlarmDetails: JSON.stringify(previous) };
      return detailsIn(asJsonText(await script.run({ ...input, metadata }, effects)));
    },
    close: () => script.close(),
  };
}

export const causeOf = ({ nodeId, nodeName }: RuleNodePlace): AlarmCause => ({
  type: 'RULE_NODE',
  id: nodeId,
  name: nodeName,
});

/** What a change of an alarm is called along the way: relation, flag in the metadata, and message about the alarm itself. */
const OUTCOMES = {
  created: { relation: 'Created', flag: 'isNewAlarm', type: 'ENTITY_CREATED' },
  updated: { relation: 'Updated', flag: 'isExistingAlarm', type: 'ENTITY_UPDATED' },
  cleared: { relation: 'Cleared', flag: 'isClearedAlarm', type: 'ALARM_CLEAR' },
} as const;

/** Sends the message about the alarm itself, and returns the one that leaves the node (rule-engine.md §3.5.1). */
export function announceAlarm(
  message: Message,
  effects: MessageEffects,
  { nodeId }: RuleNodePlace,
  alarm: Alarm,
  outcome: keyof typeof OUTCOMES,
): NodeOutput {
  const { relation, flag, type } = OUTCOMES[outcome];
  const data = JSON.stringify(alarm);
  effects.enqueue(
    newMessage({
      tenantId: message.tenantId,
      type,
      originator: alarm.id,
      startsAs: alarm.originator,
      customerId: message.customerId,
      metadata: { ruleNodeId: nodeId },
      data,
    }),
  );
  const metadata = { ...message.metadata, [flag]: 'true' };
  return { relation, message: transformMessage(message, { type: 'ALARM', metadata, data }) };
}
