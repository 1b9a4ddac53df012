import './texts/texts.ts';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDeviceInfos } from '../../api/devices.ts';
import { getOtaPackage } from '../../api/ota-packages.ts';
import { EntityListPicker } from '../../controls/entity-list-picker.tsx';
import { choiceId, type FormPartProps, keysOf } from '../../entity-page/form.ts';

/** Chooses devices of the profile of the package that was chosen. */
export function DevicesField({ field, form, error }: FormPartProps) {
  const { t } = useTranslation();
  const packageId = choiceId(form.values.package);
  const info = useQuery({
    queryKey: ['otaPackages', 'one', packageId],
    queryFn: () => getOtaPackage(packageId ?? ''),
    enabled: packageId !== undefined,
  });
  const deviceProfileId = info.data?.deviceProfileId?.id;
  const chosen = keysOf(form.values[field.name]).map((text) => {
    const [id = '', ...name] = text.split(' ');
    return { id, label: name.join(' ') };
  });
  return (
    <Box data-field={field.name}>
      <EntityListPicker
        key={deviceProfileId ?? ''}
        kind={`devices of ${deviceProfileId ?? ''}`}
        label={field.label}
        listLabel={t('rollouts.chosen', { label: field.label })}
        help={field.help}
        error={error}
        required={field.required}
        disabled={deviceProfileId === undefined}
        value={chosen}
        onChange={(next) =>
          form.change(
            field.name,
            next.map(({ id, label }) => `${id} ${label}`),
          )
        }
        load={async (textSearch, page) => {
          const found = await getDeviceInfos(undefined, {
            ...{ pageSize: 50, page, textSearch, sortProperty: 'name', sortOrder: 'ASC' },
            deviceProfileId,
          });
          return { choices: found.data.map(({ id, name }) => ({ id: id.id, label: name })), hasNext: found.hasNext };
        }}
      />
    </Box>
  );
}
