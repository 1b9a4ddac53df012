import './texts/texts.ts';
import { Box, Button, FormHelperText } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moved } from '../controls/drag-order.ts';
import { Icon } from '../controls/icon.tsx';
import { useDragOrder } from '../controls/use-drag-order.ts';
import type { Datasource } from '../widgets/model.ts';
import type { SourceProblems } from './check-sources.ts';
import { DatasourceFields, useProblemWords } from './datasource-fields.tsx';
import { LineButton } from './named-list.tsx';
import { newDatasource } from './new-data-key.ts';
import { alarmFieldWords } from './offered-keys.ts';
import type { SourceOffer } from './source-offer.ts';

/** The datasources of a widget in their order: added, removed, moved by dragging or with buttons. */
export function DatasourcesInput(props: {
  value: readonly Datasource[];
  onChange: (datasources: Datasource[]) => void;
  offer: SourceOffer;
  /** What is wrong, by the path of the field; absent: nothing is said yet. */
  problems?: SourceProblems | undefined;
}) {
  const { t } = useTranslation();
  const { value, onChange, offer } = props;
  const problemOf = useProblemWords(props.problems);
  const problem = problemOf('datasources');
  const [said, setSaid] = useState('');
  const group = useRef<HTMLDivElement>(null);
  const max = offer.limits.maxDatasources ?? -1;
  const isFull = max >= 0 && value.length >= max;
  const isMovable = value.length > 1;
  const nameOf = (index: number) => t('source.numbered', { number: index + 1 });

  const move = (from: number, to: number, button?: 'up' | 'down') => {
    onChange(moved(value, from, to));
    setSaid(t('source.sourceMoved', { name: nameOf(from), place: to + 1, of: value.length }));
    if (button)
      requestAnimationFrame(() =>
        group.current?.querySelector<HTMLElement>(`[data-source="${to}"] [data-move="${button}"] button`)?.focus(),
      );
  };
  const drag = useDragOrder(value, move);
  const add = () => {
    const defaults = { kind: offer.kind, settings: offer.keyDefaults ?? {}, alarmField: alarmFieldWords };
    onChange([...value, newDatasource(offer.isFunctionFirst ? 'function' : 'entity', defaults, value)]);
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-label={t('source.sources')}
      data-field="datasources"
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {value.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t(offer.limits.datasourcesOptional ? 'source.noneNeeded' : 'source.none')}
        </Box>
      )}
      <Box
        component="ol"
        ref={drag.list}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {drag.order.map(({ item, index }) => (
          <Box
            component="li"
            key={index}
            data-source={index}
            aria-label={nameOf(index)}
            sx={{
              border: '1px solid var(--line)',
              borderRadius: '10px',
              p: 3,
              background: drag.isDragged(index) ? 'var(--accent-soft)' : 'var(--surface)',
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 2, minHeight: 32 }}>
              {isMovable && (
                <Box
                  data-control="drag"
                  title={t('source.drag')}
                  {...drag.handleOf(index)}
                  sx={{ p: '6px', cursor: 'grab', touchAction: 'none', color: 'text.disabled', lineHeight: 0 }}
                >
                  <Icon name="drag" size={16} />
                </Box>
              )}
              <Box sx={{ flex: 1, fontWeight: 580, fontSize: 13 }}>{nameOf(index)}</Box>
              {isMovable && (
                <>
                  <Box component="span" data-move="up" sx={{ visibility: index === 0 ? 'hidden' : 'visible' }}>
                    <LineButton
                      icon="chevronUp"
                      label={t('source.up', { name: nameOf(index) })}
                      onClick={() => move(index, index - 1, index === 1 ? 'down' : 'up')}
                    />
                  </Box>
                  <Box
                    component="span"
                    data-move="down"
                    sx={{ visibility: index === value.length - 1 ? 'hidden' : 'visible' }}
                  >
                    <LineButton
                      icon="chevronDown"
                      label={t('source.down', { name: nameOf(index) })}
                      onClick={() => move(index, index + 1, index === value.length - 2 ? 'up' : 'down')}
                    />
                  </Box>
                </>
              )}
              <LineButton
                icon="delete"
                label={t('source.remove', { name: nameOf(index) })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            </Box>
            <DatasourceFields
              at={`datasources.${index}`}
              value={item}
              others={value.filter((_, at) => at !== index)}
              offer={offer}
              problems={props.problems}
              onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)))}
            />
          </Box>
        ))}
      </Box>
      {problem && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        {!isFull && (
          <Button startIcon={<Icon name="add" size={16} />} onClick={add}>
            {t('source.add')}
          </Button>
        )}
        {max > 0 && (
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t('source.maxSources', { count: max, formatted: String(max) })}
          </Box>
        )}
      </Box>
      <Box className="visually-hidden" role="status">
        {said}
      </Box>
    </Box>
  );
}
