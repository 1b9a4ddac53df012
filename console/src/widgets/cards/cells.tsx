import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { safeStyle } from '../drawing/safe-style.ts';
import type { DataKey, Settings, WidgetConfig } from '../model.ts';
import { timeFieldText } from '../runtime/time-field.ts';
import { isNumeric, keyFormat, shownText } from '../runtime/values.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { scriptContext } from '../script-context.ts';

// What cleans markup is large, and few tables have any.
const CleanLine = lazyPart(async () => (await import('./clean-line.tsx')).CleanLine);

/** What functions of a table call its rows. */
export type RowName = 'rowData' | 'entity' | 'alarm';

/** A row as functions of a table get it. */
export interface PlainRow {
  name: RowName;
  plain: unknown;
}

/** The style that a cell's function returns; none when it fails. */
export function cellStyle(
  key: DataKey & { settings: Settings },
  config: WidgetConfig,
  value: unknown,
  row: PlainRow,
  scripts: Scripts | undefined,
): CSSProperties {
  const { useCellStyleFunction, cellStyleFunction } = key.settings;
  if (useCellStyleFunction !== true || typeof cellStyleFunction !== 'string' || !scripts) return {};
  return styleOf(() =>
    scripts.compile(cellStyleFunction, ['value', row.name, 'ctx'])(value ?? '', row.plain, scriptContext(config)),
  );
}

/** The styles that the function of a table's settings gives its rows; undefined where there is none. */
export function rowStyleOf(
  config: WidgetConfig,
  name: RowName,
  scripts: Scripts | undefined,
): ((plain: unknown) => CSSProperties) | undefined {
  const { useRowStyleFunction, rowStyleFunction } = config.settings ?? {};
  if (useRowStyleFunction !== true || typeof rowStyleFunction !== 'string' || !scripts) return undefined;
  return (plain) => styleOf(() => scripts.compile(rowStyleFunction, [name, 'ctx'])(plain, scriptContext(config)));
}

/** The result of a style function as a style: what settings may say themselves. */
function styleOf(compute: () => unknown): CSSProperties {
  try {
    const style = compute();
    return typeof style === 'object' ? safeStyle(style as Readonly<Record<string, unknown>> | null) : {};
  } catch {
    return {};
  }
}

/**
 * The content of one cell: the value with its unit, or the result of the key's own function. No component, so that lines
 * are seen to be the same by what is in them.
 */
export function cellContent(props: {
  dataKey: DataKey & { settings: Settings };
  config: WidgetConfig;
  value: unknown;
  row: PlainRow;
  scripts: Scripts | undefined;
}): ReactNode {
  const { dataKey, config, value, scripts } = props;
  const { decimals, units } = keyFormat(dataKey, config);
  const { useCellContentFunction, cellContentFunction } = dataKey.settings;
  if (useCellContentFunction === true && typeof cellContentFunction === 'string' && scripts) {
    const { name, plain } = props.row;
    let html = '';
    try {
      const written = scripts.compile(cellContentFunction, ['value', name, 'ctx']);
      html = String(written(value ?? '', plain, scriptContext(config)) ?? '');
    } catch {
      html = '';
    }
    return /[<&]/.test(html) ? (
      <Suspense>
        <CleanLine html={html} />
      </Suspense>
    ) : (
      html
    );
  }
  const time = timeFieldText(dataKey, value);
  if (time !== undefined) return time;
  const text = shownText(value, decimals);
  if (text === '') return <span className="none">–</span>;
  if (!units || !isNumeric(value)) return text;
  return (
    <>
      {text}
      <span className="unit">{units}</span>
    </>
  );
}
