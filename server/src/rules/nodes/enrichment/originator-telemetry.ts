import { originatorTelemetry } from '@signalbox/contract/rule-nodes/enrichment/originator-telemetry';
import { TIME_UNITS } from '@signalbox/contract/time-unit';
import type { Message } from '../../../messages/message.ts';
import { toJsonText, toWireText } from '../../../values/wire-values.ts';
import { implementRuleNode, withMetadata } from '../define-rule-node.ts';
import { compileTemplate, type Template } from '../template.ts';

/** Values of a key where the configuration sets no limit. */
const DEFAULT_LIMIT = 1_000;

export const originatorTelemetryNode = implementRuleNode(originatorTelemetry, {
  start(configuration, { reads }) {
    const { fetchMode, aggregation } = configuration;
    const names = configuration.latestTsKeyNames.map(compileTemplate);
    const windowOf = prepareWindow(configuration);
    const isAll = fetchMode === 'ALL';
    const order = isAll ? configuration.orderBy : fetchMode === 'FIRST' ? 'ASC' : 'DESC';
    const limit = isAll ? configuration.limit || DEFAULT_LIMIT : 1;

    return {
      onlyReads: true,
      async handle(message, { unstored }) {
        if (names.length === 0) throw new Error('Telemetry is not selected!');
        const { startTs, endTs } = windowOf(message);
        const query = { startTs, endTs, aggregation, interval: Math.max(0, endTs - startTs), limit, order } as const;
        const found = await Promise.all(
          names.map(async (fill) => {
            const key = fill(message);
            return { key, points: await reads.history(message.originator, { ...query, key }, unstored.points) };
          }),
        );
        const added: Record<string, string> = {};
        for (const { key, points } of found) {
          const [first] = points;
          if (!first) continue;
          added[key] = isAll
            ? `[${points.map(({ ts, value }) => `{"ts":${ts},"value":${toJsonText(value)}}`).join(',')}]`
            : JSON.stringify(toWireText(first.value));
        }
        return withMetadata(message, added);
      },
    };
  },
});

type Configuration = ReturnType<typeof originatorTelemetry.configuration.parse>;

/** Prepares the interval that is read, in epoch ms: relative to now, or from the message. */
function prepareWindow(configuration: Configuration): (message: Message) => { startTs: number; endTs: number } {
  if (configuration.useMetadataIntervalPatterns) {
    const start = compileTemplate(configuration.startIntervalPattern);
    const end = compileTemplate(configuration.endIntervalPattern);
    return (message) => ({ startTs: timeFrom(start, message), endTs: timeFrom(end, message) });
  }
  const before = configuration.startInterval * TIME_UNITS[configuration.startIntervalTimeUnit];
  const until = configuration.endInterval * TIME_UNITS[configuration.endIntervalTimeUnit];
  return () => {
    const now = Date.now();
    return { startTs: Math.trunc(now - before), endTs: Math.trunc(now - until) };
  };
}

function timeFrom(fill: Template, message: Message): number {
  const text = fill(message);
  if (!/^[+-]?\d{1,15}$/.test(text)) throw new Error(`'${text}' is not a time in milliseconds`);
  return Number(text);
}
