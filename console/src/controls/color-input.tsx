import './texts/texts.ts';
import { Box, InputAdornment } from '@mui/material';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECKED_GROUND, isColor } from './color-value.ts';
import { DialogPopover } from './dialog-popover.tsx';
import { lazyPart } from './lazy-part.tsx';
import { TextInput } from './text-input.tsx';

const ColorPicker = lazyPart(async () => (await import('./color-picker.tsx')).default);

/** A colour of CSS, written or chosen; empty for none. */
export function ColorInput(props: {
  label: string;
  value: string;
  onChange: (color: string) => void;
  /** What counts while there is none. */
  placeholder?: string | undefined;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  /** What opened the picker, and the colour at that time. */
  const [picking, setPicking] = useState<{ anchor: HTMLElement; first: string }>();
  const { value, label, disabled = false } = props;
  const isWrong = value.trim() !== '' && !isColor(value);
  const shown = value.trim() === '' ? (props.placeholder ?? '') : value;
  const close = () => setPicking(undefined);
  const cancel = () => {
    close();
    if (picking && picking.first !== value) props.onChange(picking.first);
  };
  return (
    <>
      <TextInput
        label={label}
        help={props.help}
        error={isWrong ? t('colorInput.wrong') : props.error}
        required={props.required ?? false}
        disabled={disabled}
        placeholder={props.placeholder ?? t('colorInput.none')}
        autoComplete="off"
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
        {...(props.onBlur ? { onBlur: props.onBlur } : {})}
        sx={{ minWidth: 0 }}
        startAdornment={
          <InputAdornment position="start">
            <Box
              component="button"
              type="button"
              disabled={disabled}
              aria-label={t('colorInput.choose', { label })}
              aria-haspopup="dialog"
              aria-expanded={picking !== undefined}
              onClick={(event) => setPicking({ anchor: event.currentTarget, first: value })}
              sx={{
                width: 26,
                height: 26,
                marginInlineStart: -1.5,
                p: 0,
                borderRadius: '6px',
                border: '1px solid var(--line)',
                background: CHECKED_GROUND,
                overflow: 'hidden',
                cursor: disabled ? 'default' : 'pointer',
                '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 1 },
              }}
            >
              <Box
                component="span"
                sx={{ display: 'block', height: '100%' }}
                style={isColor(shown) ? { background: shown } : {}}
              />
            </Box>
          </InputAdornment>
        }
      />
      {picking && (
        <DialogPopover
          label={t('colorInput.choose', { label })}
          anchor={picking.anchor}
          onClose={close}
          onEscape={cancel}
          sx={{ p: 4 }}
        >
          <Suspense fallback={<Box sx={{ width: 232, height: 380 }} />}>
            <ColorPicker
              value={value}
              canClear={!props.required}
              onChange={props.onChange}
              onSelect={close}
              onCancel={cancel}
            />
          </Suspense>
        </DialogPopover>
      )}
    </>
  );
}
