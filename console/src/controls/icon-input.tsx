import './texts/texts.ts';
import { Box, IconButton, InputAdornment, Tooltip } from '@mui/material';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogPopover } from './dialog-popover.tsx';
import { FontIcon } from './font-icon.tsx';
import { Icon } from './icon.tsx';
import { lazyPart } from './lazy-part.tsx';
import { NamedIcon, useIconSign } from './named-icon.tsx';
import { TextInput } from './text-input.tsx';
import { useDebounced } from './use-debounced.ts';

const IconPicker = lazyPart(async () => (await import('./icon-picker.tsx')).default);

/** ms after the last key, before a name of another family is looked up. */
const PAUSE = 300;

/** The names of all icons, with their font; undefined until they are there. */
function useIconNames(): ReadonlySet<string> | undefined {
  const [names, setNames] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isThere = true;
    import('./icon-names.ts').then(
      ({ ICON_NAMES }) => isThere && setNames(new Set(ICON_NAMES)),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, []);
  return names;
}

/** The name of a Material icon, written or chosen, or of another family (`mdi:water-pump`), written; empty for none. */
export function IconInput(props: {
  label: string;
  value: string;
  onChange: (name: string) => void;
  /** What counts while there is none. */
  placeholder?: string | undefined;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const names = useIconNames();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { label, value } = props;
  // Those of Material Design Icons are none of the font.
  const isMdi = value.startsWith('mdi:');
  const written = useDebounced(value, PAUSE);
  const sign = useIconSign(written, isMdi);
  const isLookedUp = isMdi ? written === value && !sign.isFetching && !sign.isError : names !== undefined;
  const isKnown = isLookedUp && (isMdi ? Boolean(sign.data) : names?.has(value) === true);
  const isWrong = value !== '' && isLookedUp && !isKnown;
  const choose = t('iconInput.choose', { label });
  return (
    <>
      <TextInput
        label={label}
        help={props.help}
        error={isWrong ? t('iconInput.wrong') : props.error}
        required={props.required ?? false}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder ?? t('iconInput.none')}
        autoComplete="off"
        value={value}
        onChange={(event) => props.onChange(event.target.value.trim())}
        {...(props.onBlur ? { onBlur: props.onBlur } : {})}
        sx={{ minWidth: 0 }}
        startAdornment={
          isKnown ? (
            <InputAdornment position="start">
              {isMdi ? <NamedIcon name={value} size={20} /> : <FontIcon name={value} />}
            </InputAdornment>
          ) : undefined
        }
        endAdornment={
          <Tooltip title={choose}>
            <span>
              <IconButton
                size="small"
                edge="end"
                disabled={props.disabled ?? false}
                aria-label={choose}
                aria-haspopup="dialog"
                aria-expanded={anchor !== null}
                onClick={(event) => setAnchor(event.currentTarget)}
              >
                <Icon name="search" size={16} />
              </IconButton>
            </span>
          </Tooltip>
        }
      />
      {anchor && (
        <DialogPopover label={choose} anchor={anchor} onClose={() => setAnchor(null)} sx={{ p: 4 }}>
          <Suspense fallback={<Box sx={{ width: { xs: 294, md: 600 }, height: 420 }} />}>
            <IconPicker
              value={value}
              canClear={!props.required}
              onCancel={() => setAnchor(null)}
              onChoose={(name) => {
                setAnchor(null);
                props.onChange(name);
              }}
            />
          </Suspense>
        </DialogPopover>
      )}
    </>
  );
}
