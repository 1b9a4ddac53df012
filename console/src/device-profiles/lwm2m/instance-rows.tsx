import './texts/texts.ts';
import { Box, IconButton, OutlinedInput, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { ConditionsButton } from './conditions-button.tsx';
import { type OfferedObject, type OfferedResource, resourcesOf } from './object-model.ts';
import { isUsed, type Observed, pathOf, pathOfSameKey, withKey } from './observed.ts';
import { NARROW, ROW } from './rows.ts';
import { UseChecks } from './use-checks.tsx';

interface Edit {
  object: OfferedObject;
  observed: Observed;
  onChange: (observed: Observed) => void;
}

/** The key of a resource, once it is used for something. */
function KeyInput({ path, name, observed, onChange }: Omit<Edit, 'object'> & { path: string; name: string }) {
  const { t } = useTranslation();
  const key = observed.keyName[path] ?? '';
  const same = pathOfSameKey(observed, path);
  const label = t('lightweight.keyOf', { name });
  return (
    <Tooltip title={same ? t('lightweight.sameKey', { path: same }) : ''}>
      <OutlinedInput
        value={key}
        size="small"
        error={key.trim() === ''}
        inputProps={{
          'aria-label': same ? `${label}. ${t('lightweight.sameKey', { path: same })}` : label,
          spellCheck: false,
          maxLength: 255,
        }}
        endAdornment={same && <Icon name="warning" size={14} />}
        sx={{ width: '100%', height: 32, fontSize: 13 }}
        onChange={({ target }) => onChange(withKey(observed, path, target.value))}
        onBlur={() => key !== key.trim() && onChange(withKey(observed, path, key.trim()))}
      />
    </Tooltip>
  );
}

function ResourceRow(props: Edit & { instance: number; resource: OfferedResource }) {
  const { t } = useTranslation();
  const { object, observed, onChange, resource } = props;
  const path = pathOf(object.key, props.instance, resource.id);
  const name = resource.name || t('lightweight.resource', { id: resource.id });
  const of = `${name} (${path})`;
  return (
    <Box component="li" sx={{ ...ROW, borderTop: '1px solid var(--line-2)' }}>
      <Box
        className="name"
        sx={{
          minWidth: 0,
          fontSize: 13,
          overflowWrap: 'anywhere',
          paddingInlineStart: 4,
          [NARROW]: { paddingInlineStart: 0 },
        }}
      >
        <bdi>{name}</bdi>{' '}
        <Box component="span" className="num" sx={{ color: 'text.secondary', fontSize: 12 }}>
          /{resource.id}
        </Box>
      </Box>
      <UseChecks {...{ object, observed, onChange, of }} resources={new Map([[path, resource.keyName]])} />
      <Box className="key" sx={{ minWidth: 0 }}>
        {isUsed(observed, path) && <KeyInput {...{ path, observed, onChange }} name={of} />}
      </Box>
      <Box sx={{ justifySelf: 'end' }}>
        <ConditionsButton path={path} name={of} observed={observed} onChange={onChange} />
      </Box>
    </Box>
  );
}

/** An instance of an object, with its resources. */
export function InstanceRows(props: Edit & { instance: number; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { object, observed, onChange, instance } = props;
  const path = pathOf(object.key, instance);
  const name = t('lightweight.instance', { id: instance });
  const of = `${name} (${path})`;
  return (
    <Box component="section" aria-label={of}>
      <Box sx={{ ...ROW, borderTop: '1px solid var(--line)' }}>
        <Box className="name" sx={{ fontSize: 13, fontWeight: 580 }}>
          {name}{' '}
          <Box component="bdi" className="num" sx={{ color: 'text.secondary', fontSize: 12, fontWeight: 400 }}>
            {path}
          </Box>
        </Box>
        <UseChecks {...{ object, observed, onChange, of }} resources={resourcesOf(object, [instance])} />
        <Box className="key" />
        <Box sx={{ justifySelf: 'end', display: 'flex' }}>
          <ConditionsButton path={path} name={of} observed={observed} onChange={onChange} />
          {props.onRemove && (
            <Tooltip title={t('lightweight.removeInstance', { name: of })}>
              <IconButton
                size="small"
                aria-label={t('lightweight.removeInstance', { name: of })}
                onClick={props.onRemove}
              >
                <Icon name="delete" size={16} />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {object.resources.map((resource) => (
          <ResourceRow key={resource.id} {...{ object, observed, onChange, instance, resource }} />
        ))}
      </Box>
    </Box>
  );
}
