import { createTurns } from '../storage/turns.ts';
import { type RunningAlarmChanges, startAlarmChanges } from './alarm-changes-command.ts';
import { createAlarmDataCommand, type RunningAlarmData } from './alarm-data-command.ts';
import { type ParsedCommand, parseFrame } from './command-frame.ts';
import { type RunningCount, startEntityCount } from './entity-count-command.ts';
import { createEntityDataCommand, type RunningEntityData } from './entity-data-command.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import type { OwnCounts } from './owner-counts.ts';
import { createValueCommands } from './value-commands.ts';

/** Maximum number of running commands per socket. */
const MAX_RUNNING = 5000;
/** Maximum number of entities that they follow together. */
const MAX_FOLLOWED = 200_000;
/** Commands of one socket that are executed at the same time; others wait for their turn. */
const AT_ONCE = 16;

/**
 * The commands of one socket: v1 and v2 have separate tables of ids.
 * @param subscriptions counts what the commands follow
 */
export function createSessionCommands(parts: LiveParts, session: LiveSession, subscriptions: OwnCounts) {
  /** cmdId → entity data command */
  const entityData = new Map<number, RunningEntityData>();
  /** cmdId → alarm data command */
  const alarmData = new Map<number, RunningAlarmData>();
  /** cmdId → count command */
  const counts = new Map<number, RunningCount>();
  /** cmdId → command that tells of changes of alarms */
  const changes = new Map<number, RunningAlarmChanges>();
  const values = createValueCommands(parts, session);
  /** Number of subscriptions counted so far. */
  let counted = 0;

  const running = (): number => entityData.size + alarmData.size + counts.size + changes.size + values.count();

  function closeOverLimit(): void {
    session.close(1008, 'Max session subscriptions limit reached!');
  }

  /** Counts running subscriptions; closes the socket when a limit is exceeded. */
  function countSubscriptions(): void {
    let followed = 0;
    for (const command of [...entityData.values(), ...alarmData.values()]) followed += command.followedEntities();
    if (followed > MAX_FOLLOWED) closeOverLimit();
    const more = running() - counted;
    const tooMany = more > 0 ? subscriptions.add(more) : undefined;
    if (tooMany !== undefined) {
      session.close(1008, tooMany);
      return;
    }
    if (more < 0) subscriptions.remove(-more);
    counted += more;
  }

  async function work(parsed: ParsedCommand): Promise<void> {
    switch (parsed.list) {
      case 'refused':
        session.reply(parsed.answer);
        return;
      case 'attrSubCmds':
        endAllValues(parsed.command);
        return values.attributes(parsed.command);
      case 'tsSubCmds':
        endAllValues(parsed.command);
        return values.timeseries(parsed.command);
      case 'historyCmds':
        return values.history(parsed.command);
      case 'entityDataCmds': {
        const { cmdId } = parsed.command;
        let command = entityData.get(cmdId);
        if (!command) {
          command = createEntityDataCommand(parts, session, cmdId);
          entityData.set(cmdId, command);
        }
        return command.handle(parsed.command);
      }
      case 'alarmDataCmds': {
        const { cmdId } = parsed.command;
        let command = alarmData.get(cmdId);
        if (!command) {
          command = createAlarmDataCommand(parts, session, cmdId);
          alarmData.set(cmdId, command);
        }
        return command.handle(parsed.command);
      }
      case 'entityCountCmds': {
        const { cmdId } = parsed.command;
        const known = counts.get(cmdId);
        if (known && !known.isRefused()) return;
        known?.close();
        const count = startEntityCount(parts, session, parsed.command);
        counts.set(cmdId, count);
        return count.first;
      }
      case 'alarmChangesCmds': {
        const { cmdId } = parsed.command;
        changes.get(cmdId)?.close();
        const command = startAlarmChanges(parts, session, parsed.command);
        changes.set(cmdId, command);
        return command.first;
      }
      case 'entityDataUnsubscribeCmds':
        entityData.get(parsed.command.cmdId)?.close();
        entityData.delete(parsed.command.cmdId);
        return;
      case 'entityCountUnsubscribeCmds':
        counts.get(parsed.command.cmdId)?.close();
        counts.delete(parsed.command.cmdId);
        return;
      case 'alarmDataUnsubscribeCmds':
        alarmData.get(parsed.command.cmdId)?.close();
        alarmData.delete(parsed.command.cmdId);
        return;
      case 'alarmChangesUnsubscribeCmds':
        changes.get(parsed.command.cmdId)?.close();
        changes.delete(parsed.command.cmdId);
        return;
    }
  }

  /** An `unsubscribe` that names no entity ends the values of every command. */
  function endAllValues(command: { unsubscribe?: boolean | null | undefined; entityId?: string | null | undefined }) {
    if (!command.unsubscribe || command.entityId) return;
    for (const data of entityData.values()) data.stopValues();
  }

  const inTurn = createTurns(AT_ONCE);

  /** Executes a command when its turn comes; resolves when it is done, whatever its outcome. */
  function answer(command: ParsedCommand): Promise<void> {
    return inTurn(async () => {
      if (!session.closed) await work(command);
    }).catch((error: unknown) => parts.log.error({ err: error }, 'a socket command failed'));
  }

  function endAll(): void {
    for (const command of entityData.values()) command.close();
    for (const command of counts.values()) command.close();
    for (const command of alarmData.values()) command.close();
    for (const command of changes.values()) command.close();
    alarmData.clear();
    changes.clear();
    values.endAll();
    entityData.clear();
    counts.clear();
  }

  return {
    /** Executes the commands of a frame; resolves when all of them are answered. */
    async handle(frame: Buffer): Promise<void> {
      const commands = parseFrame(frame);
      if (running() + commands.length > MAX_RUNNING) {
        closeOverLimit();
        return;
      }
      const works = commands.map(answer);
      // Started subscriptions are counted here, so that the next frame on any socket sees them.
      countSubscriptions();
      await Promise.all(works);
      countSubscriptions();
    },

    /** Ends everything. */
    close(): void {
      endAll();
      countSubscriptions();
    },
  };
}

export type SessionCommands = ReturnType<typeof createSessionCommands>;
