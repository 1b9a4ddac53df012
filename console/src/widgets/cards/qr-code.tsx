import '../texts/texts.ts';
import { Box } from '@mui/material';
import qrcode from 'qrcode-generator';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import { formattedRows } from '../runtime/entity-rows.ts';
import { textFromPattern } from '../runtime/text-pattern.ts';
import type { WidgetProps } from '../widget-type.ts';
import { patternValues } from './pattern-values.ts';

/** Light modules around a code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/**
 * The dark modules of the code of a text as an SVG path of unit squares, and how many modules wide it is.
 * @returns undefined for a text that is too long for a code
 */
export function qrPath(text: string): { path: string; size: number } | undefined {
  qrcode.stringToBytes = (value) => [...new TextEncoder().encode(value)];
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  try {
    code.make();
  } catch {
    return undefined;
  }
  const size = code.getModuleCount();
  const squares: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (code.isDark(row, column)) squares.push(`M${column} ${row}h1v1h-1z`);
    }
  }
  return { path: squares.join(''), size };
}

/** A text with values of the first entity that has them, to be read by a camera. */
export function QrCode({ widget, data, scripts, width, height }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of settings
  let pattern = typeof settings.qrCodeTextPattern === 'string' ? settings.qrCodeTextPattern : '${entityName}';
  if (settings.useQrCodeTextFunction === true && typeof settings.qrCodeTextFunction === 'string') {
    const result = scripts?.compile(settings.qrCodeTextFunction, ['data'])(formattedRows(data.rows));
    pattern = typeof result === 'string' ? result : '';
  }
  const text = textFromPattern(pattern, patternValues(data.rows, widget.config, data.entities[0]), (value) => value);
  const code = useMemo(() => (text ? qrPath(text) : undefined), [text]);
  if (!code) {
    return (
      <Box sx={{ m: 'auto', color: 'text.secondary', textAlign: 'center' }}>
        {t(text ? 'widget.qrTooLong' : 'widget.qrEmpty')}
      </Box>
    );
  }
  const side = code.size + 2 * QUIET_ZONE;
  const shown = Math.max(40, Math.min(width, height));
  return (
    <svg
      role="img"
      aria-label={t('widget.qrOf', { text })}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      width={shown}
      height={shown}
      style={{ display: 'block', margin: 'auto', flex: 'none' }}
      shapeRendering="crispEdges"
    >
      {/* Dark on light in every theme: cameras expect it. */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
