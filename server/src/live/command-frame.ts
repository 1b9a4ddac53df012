import {
  type AlarmChangesCommand,
  type AlarmDataCommand,
  type AttributesSubscriptionCommand,
  alarmChangesCommandSchema,
  alarmDataCommandSchema,
  attributesSubscriptionSchema,
  COMMAND_LISTS,
  type CommandList,
  commandFrameSchema,
  type EntityCountCommand,
  type EntityDataCommand,
  entityCountCommandSchema,
  entityDataCommandSchema,
  type HistoryCommand,
  historyCommandSchema,
  MAX_ENTITIES_PER_SUBSCRIPTION,
  type TimeseriesSubscriptionCommand,
  timeseriesSubscriptionSchema,
  unsubscribeCommandSchema,
} from '@signalbox/contract/live';
import { LiveErrorCode } from '@signalbox/contract/live-codes';
import type * as z from 'zod/mini';
import { ApiError } from '../http/errors.ts';
import { parseWith } from '../http/parse.ts';
import { parseJsonBody } from '../http/request-body.ts';

/** A parsed command of a frame, or the error that refuses it. */
export type ParsedCommand =
  | { list: 'attrSubCmds'; command: AttributesSubscriptionCommand }
  | { list: 'tsSubCmds'; command: TimeseriesSubscriptionCommand }
  | { list: 'historyCmds'; command: HistoryCommand }
  | { list: 'entityDataCmds'; command: EntityDataCommand }
  | { list: 'alarmDataCmds'; command: AlarmDataCommand }
  | { list: 'entityCountCmds'; command: EntityCountCommand }
  | { list: 'alarmChangesCmds'; command: AlarmChangesCommand }
  | {
      list:
        | 'entityDataUnsubscribeCmds'
        | 'alarmDataUnsubscribeCmds'
        | 'entityCountUnsubscribeCmds'
        | 'alarmChangesUnsubscribeCmds';
      command: { cmdId: number };
    }
  | { list: 'refused'; answer: string };

const SCHEMAS: Record<CommandList, z.core.$ZodType> = {
  attrSubCmds: attributesSubscriptionSchema,
  tsSubCmds: timeseriesSubscriptionSchema,
  historyCmds: historyCommandSchema,
  entityDataCmds: entityDataCommandSchema,
  alarmDataCmds: alarmDataCommandSchema,
  entityCountCmds: entityCountCommandSchema,
  alarmChangesCmds: alarmChangesCommandSchema,
  entityDataUnsubscribeCmds: unsubscribeCommandSchema,
  alarmDataUnsubscribeCmds: unsubscribeCommandSchema,
  entityCountUnsubscribeCmds: unsubscribeCommandSchema,
  alarmChangesUnsubscribeCmds: unsubscribeCommandSchema,
};

/** The commands of a frame in the order of execution. A bad command does not affect the others. */
export function parseFrame(frame: Buffer): ParsedCommand[] {
  let lists: z.infer<typeof commandFrameSchema>;
  try {
    lists = parseWith(commandFrameSchema, parseJsonBody(frame), 'field');
  } catch {
    return [refused('attrSubCmds', undefined, 'Failed to parse websocket command!')];
  }
  const commands: ParsedCommand[] = [];
  for (const list of COMMAND_LISTS) {
    for (const command of lists[list] ?? []) {
      try {
        const parsed = parseWith(SCHEMAS[list], command, 'field');
        commands.push({ list, command: parsed } as ParsedCommand);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        commands.push(refused(list, command, error.message));
      }
    }
  }
  return commands;
}

/** An error update in the form that belongs to the list of the command. */
function refused(list: CommandList, command: unknown, errorMsg: string): ParsedCommand {
  const given = (command as { cmdId?: unknown } | null | undefined)?.cmdId;
  const cmdId = typeof given === 'number' && Number.isFinite(given) ? given : 0;
  const errorCode = LiveErrorCode.badRequest;
  const answer = (update: object): ParsedCommand => ({ list: 'refused', answer: JSON.stringify(update) });
  const allowedEntities = MAX_ENTITIES_PER_SUBSCRIPTION;
  switch (list) {
    case 'entityDataCmds':
    case 'entityDataUnsubscribeCmds':
      return answer({
        cmdId,
        data: null,
        update: null,
        errorCode,
        errorMsg,
        allowedEntities,
        cmdUpdateType: 'ENTITY_DATA',
      });
    case 'alarmDataCmds':
    case 'alarmDataUnsubscribeCmds':
      return answer({
        cmdId,
        data: null,
        update: null,
        errorCode,
        errorMsg,
        allowedEntities,
        totalEntities: 0,
        cmdUpdateType: 'ALARM_DATA',
      });
    case 'entityCountCmds':
    case 'entityCountUnsubscribeCmds':
      return answer({ cmdId, errorCode, errorMsg, count: 0, cmdUpdateType: 'COUNT_DATA' });
    case 'alarmChangesCmds':
    case 'alarmChangesUnsubscribeCmds':
      return answer({ cmdId, errorCode, errorMsg, cmdUpdateType: 'ALARM_CHANGES' });
    default:
      return answer({ subscriptionId: cmdId, errorCode, errorMsg, data: null, latestValues: {} });
  }
}
