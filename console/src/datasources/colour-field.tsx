import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../controls/text-input.tsx';

/** A colour as `#rrggbb`, for the browser's own chooser; black where it is written in another way. */
const plainColour = (text: string) => (/^#[\da-f]{6}$/i.test(text) ? text : '#000000');

/** A colour of CSS: typed, or chosen. */
export function ColourField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={props.label}
      required={props.required ?? false}
      error={props.error}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      startAdornment={
        <Box
          component="input"
          type="color"
          aria-label={t('dataKey.chooseColor', { label: props.label })}
          value={plainColour(props.value)}
          onChange={(event: { target: { value: string } }) => props.onChange(event.target.value)}
          sx={{
            width: 24,
            height: 24,
            p: 0,
            marginInlineEnd: '8px',
            flex: 'none',
            border: '1px solid var(--line)',
            borderRadius: '6px',
            background: 'none',
            cursor: 'pointer',
            '&::-webkit-color-swatch-wrapper': { p: 0 },
            '&::-webkit-color-swatch': {
              border: 0,
              borderRadius: '5px',
              // What the chooser cannot show, such as a transparent colour, is shown all the same.
              backgroundColor: `${props.value} !important`,
            },
          }}
        />
      }
    />
  );
}
