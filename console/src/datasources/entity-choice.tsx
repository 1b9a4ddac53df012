import '../controls/texts/texts.ts';
import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { EntityInput } from '../controls/pickers/entity-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { optionalText } from '../i18n/optional-text.ts';
import { type EntityIdText, entityOfType, isRelative, RELATIVE_TYPES } from './alias-filter.ts';

/** Kinds of entities that tenants choose from by name. */
const CHOSEN_TYPES = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER', 'USER', 'DASHBOARD'] as const;

/** An entity: its kind, then its name; kinds that stand for whoever looks at the dashboard need no name. */
export function EntityChoice(props: {
  label: string;
  value: EntityIdText | null | undefined;
  onChange: (value: EntityIdText | null) => void;
  required?: boolean;
  error?: string | undefined;
  help?: string | undefined;
  /** Only these kinds. */
  entityTypes?: readonly string[] | undefined;
}) {
  const { t } = useTranslation();
  const { value, onChange, required = false } = props;
  const offered = props.entityTypes ?? [...CHOSEN_TYPES, ...RELATIVE_TYPES];
  const type = value?.entityType ?? offered[0] ?? 'DEVICE';
  const types = [...new Set([...offered, type])];
  const isNamed = !isRelative(type) || type === 'CURRENT_CUSTOMER';
  return (
    <Box
      role="group"
      aria-label={props.label}
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', sm: isNamed ? 'minmax(0, 2fr) minmax(0, 3fr)' : '1fr' },
      }}
    >
      <SelectInput
        label={t('alias.kindOf', { what: props.label })}
        value={type}
        onChange={(next) => onChange(entityOfType(next))}
      >
        {types.map((one) => (
          <MenuItem key={one} value={one}>
            {isRelative(one) ? t(`alias.relativeKinds.${one}`) : optionalText(`entityType.${one}`, one)}
          </MenuItem>
        ))}
      </SelectInput>
      {isNamed && (
        <EntityInput
          label={type === 'CURRENT_CUSTOMER' ? t('alias.defaultCustomer') : props.label}
          entityType={type === 'CURRENT_CUSTOMER' ? 'CUSTOMER' : type}
          value={value?.id || null}
          required={required}
          disabled={false}
          error={props.error}
          help={type === 'CURRENT_CUSTOMER' ? t('alias.defaultCustomerHelp') : props.help}
          onChange={(id) => onChange(id || required ? { entityType: type, id: id ?? '' } : null)}
        />
      )}
    </Box>
  );
}
