import type { Settings, WidgetConfig } from '../model.ts';
import type { Compiled, Scripts } from '../sandbox/scripts.ts';
import { pointsHaveScripts } from './point-shapes.ts';

function isFunctionBody(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether settings of a chart hold functions that write values or ticks. */
export function chartHasScripts(config: WidgetConfig): boolean {
  const settings = config.settings ?? {};
  const yaxis = settings.yaxis as Settings | undefined;
  return (
    isFunctionBody(settings.tooltipValueFormatter) ||
    isFunctionBody(yaxis?.ticksFormatter) ||
    pointsHaveScripts(config) ||
    (config.datasources ?? []).some((datasource) =>
      datasource.dataKeys.some(
        (key) =>
          isFunctionBody(key.settings?.tooltipValueFormatter) || isFunctionBody(key.settings?.axisTicksFormatter),
      ),
    )
  );
}

/**
 * A function `f(value)` of settings as one that gives a text; undefined where there is none, or where it fails: then
 * the value is written as it always is.
 */
export function textFunction(scripts: Scripts | undefined, body: unknown): (value: unknown) => string | undefined {
  if (!scripts || !isFunctionBody(body)) return () => undefined;
  let compiled: Compiled | undefined;
  try {
    compiled = scripts.compile(body, ['value']);
  } catch {
    // A function that does not compile is ignored.
  }
  return (value) => {
    try {
      const text = compiled?.(value);
      return text === undefined || text === null ? undefined : String(text);
    } catch {
      return undefined;
    }
  };
}
