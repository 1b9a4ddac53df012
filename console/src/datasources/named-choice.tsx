import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../controls/choice.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { LineButton } from './named-list.tsx';

/** Chooses one of the named things of a dashboard; a new one is made, and the chosen one changed, on the spot. */
export function NamedChoice(props: {
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
  /** Id of the chosen one. */
  value: string | null | undefined;
  choices: readonly Choice[];
  onChange: (id: string | null) => void;
  /** Opens the dialog of a new one; what was typed is its name. */
  onCreate: (name: string) => void;
  onEdit: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { value, choices, label } = props;
  const chosen = value ? choices.find(({ id }) => id === value) : undefined;
  const names = choices.map((choice) => choice.label).join('\n');
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <EntityPicker
          label={label}
          kind={`${props.kind} ${names}`}
          required={props.required}
          help={props.help}
          error={props.error}
          placeholder={props.placeholder}
          value={value ? (chosen ?? { id: value, label: t('source.gone'), isGone: true }) : null}
          load={async (search) =>
            choices.filter((choice) => choice.label.toLowerCase().includes(search.trim().toLowerCase()))
          }
          noMatches={(text) => (text === '' ? t('source.noneYet') : t('source.noMatch', { name: text }))}
          extra={(text) => ({
            label: text === '' ? t('source.create') : t('source.createNamed', { name: text }),
            run: () => props.onCreate(text),
          })}
          onChange={(choice) => props.onChange(choice?.id ?? null)}
        />
      </Box>
      {chosen && (
        <Box sx={{ mt: '28px' }}>
          <LineButton
            icon="edit"
            label={t('source.editChosen', { name: chosen.label })}
            onClick={() => props.onEdit(chosen.id)}
          />
        </Box>
      )}
    </Box>
  );
}
