import './texts/texts.ts';
import { ListSubheader, MenuItem } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useTranslation } from 'react-i18next';
import type { CheckedProps } from '../combobox.tsx';
import { SelectInput } from '../select-input.tsx';

type Bundle = Pick<WidgetsBundle, 'id' | 'tenantId' | 'title'>;

/** Whose bundles are offered. */
type BundleScope = 'all' | 'system' | 'tenant';

const isOfSystem = ({ tenantId }: Bundle) => tenantId.id === NULL_UUID;

/** Chooses a bundle of widgets by its title: those of the system apart from one's own. */
export function BundleSelect(
  props: CheckedProps & {
    bundles: readonly Bundle[];
    scope?: BundleScope;
    /** Id; empty: none. */
    value: string;
    onChange: (id: string) => void;
    required?: boolean;
    disabled?: boolean;
    help?: string | undefined;
    error?: string | undefined;
  },
) {
  const { t } = useTranslation();
  const { scope = 'all', value, required = false, checked = false } = props;
  const groups = {
    system: scope === 'tenant' ? [] : props.bundles.filter(isOfSystem),
    tenant: scope === 'system' ? [] : props.bundles.filter((bundle) => !isOfSystem(bundle)),
  };
  const isMixed = groups.system.length > 0 && groups.tenant.length > 0;
  const count = groups.system.length + groups.tenant.length;
  return (
    <SelectInput
      label={t('bundle.bundle')}
      required={required}
      disabled={props.disabled ?? false}
      value={value}
      error={props.error ?? (checked && required && value === '' ? t('bundle.required') : undefined)}
      help={props.help ?? (count === 0 ? t('bundle.none') : undefined)}
      onChange={props.onChange}
    >
      {(['system', 'tenant'] as const).flatMap((owner) => [
        isMixed && <ListSubheader key={owner}>{t(`bundle.${owner}`)}</ListSubheader>,
        ...groups[owner].map(({ id, title }) => (
          <MenuItem key={id.id} value={id.id}>
            {title}
          </MenuItem>
        )),
      ])}
    </SelectInput>
  );
}
