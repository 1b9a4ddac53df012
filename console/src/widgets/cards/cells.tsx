import { Box } from '@mui/material';
import { type CSSProperties, Suspense } from 'react';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { safeStyle } from '../drawing/safe-style.ts';
import type { DataKey, Settings, WidgetConfig } from '../model.ts';
import { formatNumber, isNumeric, keyFormat } from '../runtime/values.ts';
import type { Scripts } from '../sandbox/scripts.ts';

// What cleans markup is large, and few tables have any.
const CleanLine = lazyPart(async () => (await import('./clean-html.tsx')).CleanLine);

/** What functions of cells get as `ctx`. */
export interface CellContext {
  settings: Settings;
  units: string;
  decimals: number;
}

/** The style that a cell's function returns; none when it fails. */
export function cellStyle(
  key: DataKey & { settings: Settings },
  args: readonly unknown[],
  scripts: Scripts | undefined,
): CSSProperties {
  const { useCellStyleFunction, cellStyleFunction } = key.settings;
  if (useCellStyleFunction !== true || typeof cellStyleFunction !== 'string' || !scripts) return {};
  return styleOf(() => scripts.compile(cellStyleFunction, ['value', 'rowData', 'ctx'])(...args));
}

/** The result of a style function as a style: what settings may say themselves. */
export function styleOf(compute: () => unknown): CSSProperties {
  try {
    const style = compute();
    return typeof style === 'object' ? safeStyle(style as Readonly<Record<string, unknown>> | null) : {};
  } catch {
    return {};
  }
}

/** The content of one cell: the value with its unit, or the result of the key's own function. */
export function CellContent(props: {
  dataKey: DataKey & { settings: Settings };
  config: WidgetConfig;
  value: unknown;
  row: unknown;
  scripts: Scripts | undefined;
}) {
  const { dataKey, config, value, scripts } = props;
  const { decimals, units } = keyFormat(dataKey, config);
  const { useCellContentFunction, cellContentFunction } = dataKey.settings;
  if (useCellContentFunction === true && typeof cellContentFunction === 'string' && scripts) {
    const context: CellContext = {
      settings: config.settings ?? {},
      units: config.units ?? '',
      decimals: config.decimals ?? 2,
    };
    let html = '';
    try {
      html = String(
        scripts.compile(cellContentFunction, ['value', 'rowData', 'ctx'])(value ?? '', props.row, context) ?? '',
      );
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
  const text = formatNumber(value, isNumeric(value) ? decimals : undefined);
  if (text === '')
    return (
      <Box component="span" sx={{ color: 'text.disabled' }}>
        –
      </Box>
    );
  return (
    <>
      {text}
      {units && isNumeric(value) && <span className="unit">{units}</span>}
    </>
  );
}
