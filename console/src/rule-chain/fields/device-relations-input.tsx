import { Box } from '@mui/material';
import type { DeviceRelationsSetting } from '@signalbox/contract/rule-nodes/settings';
import { useTranslation } from 'react-i18next';
import { loadSubtypes } from '../../api/entity-subtypes.ts';
import { ChipsInput } from '../../controls/chips-input.tsx';
import { RelationTypeInput } from '../../controls/pickers/relation-type-input.tsx';
import { WalkFields } from './relations-input.tsx';

const EMPTY: DeviceRelationsSetting = {
  direction: 'FROM',
  maxLevel: 1,
  relationType: 'Contains',
  deviceTypes: ['default'],
  fetchLastLevelOnly: false,
};

/** A walk along relations to devices of some types. */
export function DeviceRelationsInput(props: {
  label: string;
  value: DeviceRelationsSetting | null;
  disabled: boolean;
  onChange: (value: DeviceRelationsSetting) => void;
}) {
  const { t } = useTranslation();
  const { disabled, onChange } = props;
  const value = props.value ?? EMPTY;
  return (
    <Box component="fieldset" sx={{ border: '1px solid var(--line)', borderRadius: '6px', p: 3, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontSize: 13, fontWeight: 550, px: 1 }}>
        {props.label}
      </Box>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <WalkFields value={value} disabled={disabled} onChange={onChange} />
        <RelationTypeInput
          value={value.relationType ?? ''}
          disabled={disabled}
          onChange={(relationType) => onChange({ ...value, relationType })}
        />
        <ChipsInput
          kind="types DEVICE"
          offersTyped
          label={t('rules.relations.deviceTypes')}
          disabled={disabled}
          value={value.deviceTypes}
          load={loadSubtypes.DEVICE}
          onChange={(deviceTypes) => onChange({ ...value, deviceTypes: [...deviceTypes] })}
        />
      </Box>
    </Box>
  );
}
