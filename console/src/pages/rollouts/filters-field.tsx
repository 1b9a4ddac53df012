import './texts/texts.ts';
import { Box, FormHelperText } from '@mui/material';
import { findKeys } from '../../api/entity-keys.ts';
import type { FilterOffer } from '../../controls/key-filters/key-filter.ts';
import { KeyFiltersEditor } from '../../controls/key-filters/key-filters-editor.tsx';
import type { FormPartProps } from '../../entity-page/form.ts';
import { filtersIn } from './filters-value.ts';

const OFFER: FilterOffer = {
  keyTypes: ['TIME_SERIES', 'ATTRIBUTE'],
  entityFields: [],
  sources: [],
  async suggest(type) {
    const keys = await findKeys({ type: 'entityType', entityType: 'DEVICE' });
    return [...(type === 'ATTRIBUTE' ? keys.attribute : keys.timeseries)].sort();
  },
  suggestKind: 'keys of devices',
};

/** Conditions on the values of updated devices; all of them together are a failure. */
export function FiltersField({ field, form, error }: FormPartProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ fontSize: 13, fontWeight: 560 }}>{field.label}</Box>
      <FormHelperText sx={{ m: 0 }}>{field.help}</FormHelperText>
      <KeyFiltersEditor
        label={field.label}
        at={field.name}
        filters={filtersIn(form.values[field.name])}
        offer={OFFER}
        problems={error ? { [field.name]: error } : {}}
        onChange={(filters) => form.change(field.name, filters.length === 0 ? '' : JSON.stringify(filters))}
      />
    </Box>
  );
}
