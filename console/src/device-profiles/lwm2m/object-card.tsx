import './texts/texts.ts';
import { Alert, Box, IconButton, Tooltip } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldButton } from '../../controls/fold-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { ConditionsButton } from './conditions-button.tsx';
import { InstancePicker } from './instance-picker.tsx';
import { InstanceRows } from './instance-rows.tsx';
import { type OfferedObject, resourcesOf, usedCount } from './object-model.ts';
import { type Observed, pathOf, withoutPath } from './observed.ts';
import { ROW } from './rows.ts';
import { UseChecks } from './use-checks.tsx';

/** An object of LwM2M: its name opens its instances and their resources. */
export function ObjectCard(props: {
  object: OfferedObject;
  /** It has a description, or that is not known. */
  isKnown: boolean;
  /** At first. */
  isOpen: boolean;
  instances: readonly number[];
  observed: Observed;
  onChange: (observed: Observed) => void;
  /** Shows other instances than those that are used. */
  onInstances: (ids: readonly number[]) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(props.isOpen);
  const { object, observed, onChange, instances } = props;
  const path = pathOf(object.key);
  const name = object.isDescribed ? `${object.name} (${object.key.replace('_', ', ')})` : path;
  const resources = resourcesOf(object, instances);
  const edit = { object, observed, onChange };
  return (
    <Box
      component="section"
      aria-label={name}
      sx={{
        border: '1px solid var(--line)',
        borderRadius: '10px',
        background: 'var(--surface)',
        minWidth: 0,
        containerType: 'inline-size',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', p: 2 }}>
        <FoldButton isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
          <bdi>{name}</bdi>
          <Box component="span" className="num" sx={{ color: 'text.secondary', fontWeight: 400, fontSize: 13 }}>
            {' · '}
            {t('lightweight.used', { used: usedCount(observed, resources.keys()), count: resources.size })}
          </Box>
        </FoldButton>
        <ConditionsButton path={path} name={name} observed={observed} onChange={onChange} />
        <Tooltip title={t('lightweight.removeObject', { name })}>
          <IconButton aria-label={t('lightweight.removeObject', { name })} onClick={props.onRemove}>
            <Icon name="delete" size={16} />
          </IconButton>
        </Tooltip>
      </Box>
      {isOpen && (
        <Box id={id} sx={{ borderTop: '1px solid var(--line)', p: '4px 12px 12px' }}>
          {!props.isKnown && (
            <Alert severity="info" sx={{ my: 2 }}>
              {t('lightweight.noModel')}
            </Alert>
          )}
          <Box sx={{ ...ROW, fontSize: 13, fontWeight: 550, color: 'text.secondary' }}>
            <Box component="span" className="name">
              {t('lightweight.allResources')}
            </Box>
            <UseChecks {...edit} resources={resources} of={name} withLabels />
          </Box>
          {instances.map((instance) => (
            <InstanceRows
              key={instance}
              {...edit}
              instance={instance}
              onRemove={
                instances.length > 1
                  ? () => {
                      props.onInstances(instances.filter((one) => one !== instance));
                      onChange(withoutPath(observed, pathOf(object.key, instance)));
                    }
                  : undefined
              }
            />
          ))}
          {object.isMultiple && (
            <InstancePicker instances={instances} onAdd={(next) => props.onInstances([...instances, next])} of={name} />
          )}
        </Box>
      )}
    </Box>
  );
}
