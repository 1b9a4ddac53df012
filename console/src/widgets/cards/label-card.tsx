import '../texts/texts.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Font, fontOf, fontStyle } from '../drawing/font.ts';
import { isSettingPicture } from '../drawing/picture-address.ts';
import type { Settings } from '../model.ts';
import { textFromPattern } from '../runtime/text-pattern.ts';
import type { WidgetProps } from '../widget-type.ts';
import { patternValues } from './pattern-values.ts';

interface PlacedLabel {
  pattern: string;
  /** Percent of the picture. */
  x: number;
  y: number;
  backgroundColor: string | undefined;
  /** Its size is percent of the picture's height. */
  font: Font;
}

const GIVEN_SIZE = 6;

function placedLabels(value: unknown): PlacedLabel[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const label = item as Settings;
    const percent = (position: unknown) => (Number.isFinite(Number(position ?? 50)) ? Number(position ?? 50) : 50);
    return [
      {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of settings
        pattern: typeof label.pattern === 'string' ? label.pattern : '${#0}',
        x: percent(label.x),
        y: percent(label.y),
        backgroundColor: typeof label.backgroundColor === 'string' ? label.backgroundColor : undefined,
        font: fontOf(label.font, GIVEN_SIZE),
      },
    ];
  });
}

/** Values written on a picture at the places that settings give. */
export function LabelCard({ widget, data, width, height }: WidgetProps) {
  const { t } = useTranslation();
  const settings = widget.config.settings ?? {};
  const picture = settings.backgroundImageUrl;
  const [ratio, setRatio] = useState(width / Math.max(1, height));
  const shown = typeof picture === 'string' && isSettingPicture(picture);
  // The picture is fitted whole; places are percent of it, not of the widget.
  const box =
    width / Math.max(1, height) > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  const values = patternValues(data.rows, widget.config, data.entities[0]);
  return (
    <Box sx={{ position: 'relative', m: 'auto', flex: 'none' }} style={shown ? box : { width, height }}>
      {shown && (
        <Box
          component="img"
          src={picture}
          alt={t('widget.picture')}
          onLoad={(event: React.SyntheticEvent<HTMLImageElement>) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            if (naturalWidth > 0 && naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
          }}
          sx={{ width: '100%', height: '100%', objectFit: 'contain', display: 'block' }}
        />
      )}
      {placedLabels(settings.labels).map((label, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: labels have nothing but their place in the list
          key={index}
          className="num"
          style={{
            left: `${label.x}%`,
            top: `${label.y}%`,
            ...(label.backgroundColor ? { backgroundColor: label.backgroundColor } : {}),
            fontSize: Math.max(9, ((shown ? box.height : height) * label.font.size) / 100),
            color: label.font.color ?? undefined,
            ...fontStyle(label.font),
          }}
          sx={{
            position: 'absolute',
            transform: 'translate(-50%, -50%)',
            px: 1,
            borderRadius: '4px',
            whiteSpace: 'nowrap',
            lineHeight: 1.3,
          }}
        >
          {textFromPattern(label.pattern, values, (text) => text)}
        </Box>
      ))}
    </Box>
  );
}
