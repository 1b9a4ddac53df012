import { answerAlarmData } from './alarm-data-command.ts';
import { type ParsedCommand, parseFrame } from './command-frame.ts';
import { startEntityCount } from './entity-count-command.ts';
import { createEntityDataCommand, type RunningEntityData } from './entity-data-command.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { createValueCommands } from './value-commands.ts';

/** Most commands of one socket that live at the same time. */
const MAX_RUNNING = 5000;

/** The commands of one socket: v1 and v2 have separate tables of ids. */
export function createSessionCommands(parts: LiveParts, session: LiveSession) {
  /** cmdId → entity data command */
  const entityData = new Map<number, RunningEntityData>();
  /** cmdId → count command */
  const counts = new Map<number, RunningCommand>();
  const values = createValueCommands(parts, session);

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
        let running = entityData.get(cmdId);
        if (!running) {
          running = createEntityDataCommand(parts, session, cmdId);
          entityData.set(cmdId, running);
        }
        return running.handle(parsed.command);
      }
      case 'alarmDataCmds':
        return answerAlarmData(parts, session, parsed.command);
      case 'entityCountCmds': {
        const { cmdId } = parsed.command;
        if (!counts.has(cmdId)) counts.set(cmdId, startEntityCount(parts, session, parsed.command));
        return;
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
        // Alarm data is answered once: there is nothing to end.
        return;
    }
  }

  /** An `unsubscribe` that names no entity ends the values of every command. */
  function endAllValues(command: { unsubscribe?: boolean | null | undefined; entityId?: string | null | undefined }) {
    if (!command.unsubscribe || command.entityId) return;
    for (const running of entityData.values()) running.stopValues();
  }

  return {
    /** Works on the commands of a frame; resolves when all of them are answered. */
    async handle(frame: Buffer): Promise<void> {
      const commands = parseFrame(frame);
      if (entityData.size + counts.size + values.count() + commands.length > MAX_RUNNING) {
        session.close(1008, 'Max session subscriptions limit reached!');
        return;
      }
      await Promise.all(
        commands.map((command) =>
          work(command).catch((error: unknown) => parts.log.error({ err: error }, 'a socket command failed')),
        ),
      );
    },

    /** Ends everything. */
    close(): void {
      for (const running of entityData.values()) running.close();
      for (const running of counts.values()) running.close();
      values.endAll();
      entityData.clear();
      counts.clear();
    },
  };
}
