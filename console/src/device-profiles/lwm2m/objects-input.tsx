import './texts/texts.ts';
import { Alert, Box, FormHelperText, Link as TextLink } from '@mui/material';
import type { Lwm2mObject } from '@signalbox/contract/resource';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { findLwm2mObjects, getLwm2mObjects } from '../../api/resources.ts';
import type { ChoicePage } from '../../controls/choice.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import { SkeletonLines } from '../../controls/states.tsx';
import type { FormPartProps } from '../../entity-page/form.ts';
import { ObjectCard } from './object-card.tsx';
import { describedObjects, instancesOf } from './object-model.ts';
import { namedObjects, type Observed, parseObserved, pathOf, withoutPath } from './observed.ts';

const PAGE_SIZE = 50;

/** Finds objects that the resources library describes. */
async function findObjects(textSearch: string, page: number): Promise<ChoicePage> {
  const found = await findLwm2mObjects({
    pageSize: PAGE_SIZE,
    page,
    textSearch,
    sortProperty: 'resourceKey',
    sortOrder: 'ASC',
  });
  return {
    choices: found.map(({ keyId, name }) => ({ id: keyId, label: `${name} (${keyId.replace('_', ', ')})` })),
    // Objects without anything to read are left out of their page.
    hasNext: found.length > 0,
  };
}

/** The objects that a profile takes from its devices, with their instances and resources. */
export function ObjectsInput({ field, form, error }: FormPartProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const value = String(form.values[field.name] ?? '');
  const observed = parseObserved(value);
  // What is chosen here and of which nothing is used yet.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [instances, setInstances] = useState<Readonly<Record<string, readonly number[]>>>({});
  const [opened, setOpened] = useState<string>();
  const named = namedObjects(observed);
  const keys = [...new Set([...named.map(({ key }) => key), ...chosen])];
  const models = useQuery({
    queryKey: ['lwm2mObjects', ...keys.toSorted()],
    queryFn: () => getLwm2mObjects(keys),
    enabled: keys.length > 0,
    placeholderData: (before: Lwm2mObject[] | undefined) => before,
  });
  const change = (next: Observed) => form.change(field.name, JSON.stringify(next));
  const objects = describedObjects(keys, named, models.data ?? []);
  const note = error ?? field.help;
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ display: 'grid', gap: 3 }}>
      <Box id={labelId} sx={{ fontSize: 13, fontWeight: 550 }}>
        {field.label}
      </Box>
      {models.isPending && keys.length > 0 && <SkeletonLines count={2} />}
      {models.isError && <Alert severity="warning">{t('lightweight.modelsFailed')}</Alert>}
      {!(models.isPending && keys.length > 0) &&
        objects.map((object) => (
          <ObjectCard
            key={object.key}
            object={object}
            isKnown={object.isDescribed || !models.isSuccess || models.isPlaceholderData}
            isOpen={opened === object.key}
            instances={instancesOf(object, instances[object.key] ?? [])}
            observed={observed}
            onChange={change}
            onInstances={(ids) => setInstances((now) => ({ ...now, [object.key]: ids }))}
            onRemove={() => {
              setChosen((now) => now.filter((key) => key !== object.key));
              setInstances(({ [object.key]: _, ...others }) => others);
              change(withoutPath(observed, pathOf(object.key)));
            }}
          />
        ))}
      <EntityPicker
        kind="lwm2m-object"
        label={t('lightweight.addObject')}
        placeholder={t('lightweight.addObjectPlaceholder')}
        value={null}
        load={findObjects}
        isLeftOut={({ id }) => keys.includes(id)}
        onChange={(choice) => {
          if (!choice) return;
          setChosen((now) => [...now, choice.id]);
          setOpened(choice.id);
        }}
        help={
          <>
            {t('lightweight.addObjectHelp')}{' '}
            <TextLink component={Link} to="/settings/resources-library" target="_blank" color="var(--accent-text)">
              {t('lightweight.toResources')}
            </TextLink>
          </>
        }
      />
      {note && (
        <FormHelperText error={error !== undefined} {...(error ? { role: 'alert' } : {})}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
}
