import { useMemo } from 'react';
import { colorOn, faint, type Ground, groundOf, paleOn } from '../drawing/ground.ts';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { DialSettings } from './dial-settings.ts';

/** The colours that a dial is drawn in. */
export interface Paint {
  plate: string;
  own: string;
  major: string;
  minor: string;
  numbers: string;
  title: string;
  units: string;
  value: string;
  needle: string;
  needleEnd: string;
  /** Of a large part that is pale on a white plate. */
  pale: (color: string) => string;
}

/** The settings' colours on the plate that they were chosen for; a white plate is that of the theme. */
export function usePaint(dial: DialSettings, keyColor: string): Paint {
  const theme = useChartColors();
  return useMemo(() => {
    const ground: Ground = groundOf(dial.colors.plate, theme);
    const { colors, fonts } = dial;
    const own = colorOn(ground, colors.own, keyColor);
    return {
      plate: ground.surface,
      own,
      major: colorOn(ground, colors.major, theme.text2),
      minor: colorOn(ground, colors.minor, theme.text3),
      numbers: colorOn(ground, fonts.numbers.color, own),
      title: colorOn(ground, fonts.title.color, own),
      units: colorOn(ground, fonts.units.color, own),
      // It stands on its box, whatever the plate is.
      value: fonts.value.color ?? own,
      needle: colorOn(ground, colors.needle, own),
      needleEnd: colors.needleEnd ? colorOn(ground, colors.needleEnd, own) : faint(own, 0.75),
      pale: (color: string) => paleOn(ground, color, theme),
    };
  }, [dial, theme, keyColor]);
}

export function ValueBoxGradient({ id, colors }: { id: string; colors: DialSettings['colors'] }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor={colors.boxEdge} />
      <stop offset="1" stopColor={colors.boxEdgeEnd} />
    </linearGradient>
  );
}
