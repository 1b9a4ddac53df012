import { Box, ButtonBase } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { WidgetPreview } from '../../dashboard/preview-dashboard.tsx';
import { defaultSettings } from '../../schema-form/default-settings.ts';
import type { Datasource, Widget } from '../../widgets/model.ts';
import { newWidget } from '../model/new-widget.ts';
import { type TypeFacts, useTypeFacts } from '../use-type-facts.ts';
import { datasourceOf, type Suggestion } from './suggest.ts';

/** Whose values: those of an alias, or of an entity. */
type Source = Omit<Datasource, 'type' | 'name' | 'dataKeys'>;

/** A widget of a suggested type with the chosen data. @param id absent: a new one */
function suggestedWidget(
  suggestion: Suggestion,
  facts: TypeFacts,
  { title, source }: { title: string; source: Source },
  id?: string,
): Widget {
  const { bundleAlias, typeAlias: alias, settings, isOwn = false } = suggestion;
  const { name, descriptor, dataKeySettingsSchema: schema } = facts;
  const widget = newWidget({ isSystem: !isOwn, bundleAlias, alias, name, descriptor }, title, id);
  const datasource = datasourceOf(suggestion, source, schema ? defaultSettings(schema) : {});
  return {
    ...widget,
    config: {
      ...widget.config,
      datasources: [datasource],
      ...(settings ? { settings: { ...widget.config.settings, ...settings } } : {}),
    },
  };
}

/** The line below the drawing. */
const line = {
  width: '100%',
  justifyContent: 'space-between',
  p: '6px 10px 8px',
  font: 'inherit',
  fontWeight: 580,
  borderTop: '1px solid var(--line-2)',
} as const;

interface CardProps {
  suggestion: Suggestion;
  /** The alias in words, or the name of the entity. */
  of: string;
  source: Source;
  /** Something else has been chosen meanwhile. */
  isLate?: boolean;
  /** Absent: it can only be looked at. */
  onAdd: ((widget: Widget) => void) | undefined;
}

/** A widget that is suggested, at work with the chosen data; a click adds it. */
export function SuggestionCard(props: CardProps) {
  const { t } = useTranslation();
  const { bundleAlias, typeAlias, isOwn = false } = props.suggestion;
  const facts = useTypeFacts({ bundleAlias, typeAlias, isSystemType: !isOwn });
  return (
    <Loaded from={facts} title={t('dashboardEditor.typeFailed')} skeleton={4}>
      {(known) => <Shown {...props} facts={known} />}
    </Loaded>
  );
}

function Shown({ suggestion, facts, of, source, isLate, onAdd }: CardProps & { facts: TypeFacts }) {
  const { t } = useTranslation();
  const { entityAliasId = null, filterId = null, entityType, entityId, entityName } = source;
  const keys = suggestion.keys.map(({ name }) => name).join(', ');
  const title = t('dashboardEditor.fromData.title', { keys, of });
  const widget = useMemo(
    () =>
      suggestedWidget(
        suggestion,
        facts,
        {
          title,
          source: { entityAliasId, filterId, ...(entityId ? { entityType, entityId, entityName } : {}) },
        },
        `suggested ${suggestion.bundleAlias} ${suggestion.typeAlias}`,
      ),
    [suggestion, facts, title, entityAliasId, filterId, entityType, entityId, entityName],
  );
  return (
    <Box
      sx={{
        position: 'relative',
        border: '1px solid var(--line)',
        borderRadius: '8px',
        background: 'var(--surface)',
        overflow: 'hidden',
        ...(onAdd && { '&:hover, &:focus-within': { borderColor: 'var(--accent)' } }),
      }}
    >
      <Box sx={{ position: 'relative', height: 210, background: 'var(--bg)' }}>
        <WidgetPreview widget={widget} />
      </Box>
      {onAdd ? (
        <ButtonBase
          aria-label={t('dashboardEditor.fromData.add', { type: facts.name })}
          disabled={isLate === true}
          onClick={() => onAdd({ ...widget, id: crypto.randomUUID() })}
          // A click anywhere on the card.
          sx={{ ...line, position: 'static', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {facts.name}
          <Icon name="add" size={16} />
        </ButtonBase>
      ) : (
        <Box sx={line}>{facts.name}</Box>
      )}
    </Box>
  );
}
