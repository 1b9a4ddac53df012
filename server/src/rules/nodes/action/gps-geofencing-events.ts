import { gpsGeofencingEvents } from '@signalbox/contract/rule-nodes/action/gps-geofencing-events';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { TIME_UNITS } from '@signalbox/contract/time-unit';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import { currentAttributes } from '../current-values.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { createOriginatorMemory } from '../originator-memory.ts';
import { preparePerimeter } from '../perimeter.ts';

/** Where an originator is, as the attribute holds it. */
interface Stay {
  inside: boolean;
  /** Since when, epoch ms. */
  stateSwitchTime: number;
  /** Whether its stay was told. */
  stayed: boolean;
}

export const gpsGeofencingEventsNode = implementRuleNode(gpsGeofencingEvents, {
  hasMemory: true,
  start(configuration, { reads }, { nodeId }) {
    const isInside = preparePerimeter(configuration);
    const insideAfter = configuration.minInsideDuration * TIME_UNITS[configuration.minInsideDurationTimeUnit];
    const outsideAfter = configuration.minOutsideDuration * TIME_UNITS[configuration.minOutsideDurationTimeUnit];
    const memory = createOriginatorMemory<Stay>();
    const attribute = `geofencing_${nodeId}`;

    function save(message: Message, effects: MessageEffects, stay: Stay, relation: string): string | Promise<string> {
      memory.remember(message, effects, stay);
      const value = { type: 'STRING', value: JSON.stringify(stay) } as const;
      const saving = effects.saveAttributes(message, 'SERVER_SCOPE', [{ key: attribute, value }], false);
      return saving ? saving.then(() => relation) : relation;
    }

    function decide(message: Message, effects: MessageEffects, before: Stay | undefined): string | Promise<string> {
      const inside = isInside(message);
      const now = Date.now();
      if (before?.inside !== inside) {
        const stay = { inside, stateSwitchTime: now, stayed: false };
        return save(message, effects, stay, inside ? 'Entered' : 'Left');
      }
      const isLong = now - before.stateSwitchTime > (inside ? insideAfter : outsideAfter);
      if (isLong && !before.stayed) {
        return save(message, effects, { ...before, stayed: true }, inside ? 'Inside' : 'Outside');
      }
      return SUCCESS;
    }

    return {
      handle(message, effects) {
        const recalled = memory.recall(message, effects);
        if (recalled) return decide(message, effects, recalled);
        return currentAttributes(reads, effects, message.originator, 'SERVER_SCOPE', [attribute]).then(([stored]) => {
          const before = stored?.value.type === 'STRING' ? parseStay(stored.value.value) : undefined;
          if (before) memory.remember(message, effects, before);
          return decide(message, effects, before);
        });
      },
    };
  },
});

/** Undefined when somebody else wrote the attribute. */
function parseStay(text: string): Stay | undefined {
  try {
    const { inside, stateSwitchTime, stayed } = JSON.parse(text) as Partial<Stay>;
    if (typeof inside !== 'boolean' || typeof stateSwitchTime !== 'number') return undefined;
    return { inside, stateSwitchTime, stayed: stayed === true };
  } catch {
    return undefined;
  }
}
