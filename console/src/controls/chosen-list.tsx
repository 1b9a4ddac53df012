import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { Choice } from './choice.ts';
import { Icon } from './icon.tsx';

/** Those that are chosen so far, each with a cross. */
export function ChosenList(props: {
  label: string;
  choices: readonly Choice[];
  /** They stay chosen. */
  disabled?: boolean | undefined;
  onRemove: (choice: Choice) => void;
}) {
  const { t } = useTranslation();
  if (props.choices.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={props.label}
      sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 240, overflow: 'auto', borderTop: '1px solid var(--line-2)' }}
    >
      {props.choices.map((choice) => (
        <Box
          component="li"
          key={choice.id}
          sx={{ display: 'flex', alignItems: 'center', minHeight: 36, borderBottom: '1px solid var(--line-2)' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{choice.label}</Box>
          <IconButton
            size="small"
            disabled={props.disabled ?? false}
            aria-label={t('picker.remove', { name: choice.label })}
            onClick={() => props.onRemove(choice)}
          >
            <Icon name="close" size={16} />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}
