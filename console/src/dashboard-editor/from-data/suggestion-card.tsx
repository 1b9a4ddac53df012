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

type Source = Pick<Datasource, 'entityAliasId' | 'filterId'>;

/** A widget of a suggested type with the chosen data. @param id absent: a new one */
function suggestedWidget(
  suggestion: Suggestion,
  facts: TypeFacts,
  { title, source }: { title: string; source: Source },
  id?: string,
): Widget {
  const { bundleAlias, typeAlias: alias, settings } = suggestion;
  const { name, descriptor, dataKeySettingsSchema: schema } = facts;
  const widget = newWidget({ isSystem: true, bundleAlias, alias, name, descriptor }, title, id);
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

interface CardProps {
  suggestion: Suggestion;
  /** The alias in words. */
  of: string;
  source: Source;
  /** Something else has been chosen meanwhile. */
  isLate: boolean;
  onAdd: (widget: Widget) => void;
}

/** A widget that is suggested, at work with the chosen data; a click adds it. */
export function SuggestionCard(props: CardProps) {
  const { t } = useTranslation();
  const { bundleAlias, typeAlias } = props.suggestion;
  const facts = useTypeFacts({ bundleAlias, typeAlias, isSystemType: true });
  return (
    <Loaded from={facts} title={t('dashboardEditor.typeFailed')} skeleton={4}>
      {(known) => <Shown {...props} facts={known} />}
    </Loaded>
  );
}

function Shown({ suggestion, facts, of, source, isLate, onAdd }: CardProps & { facts: TypeFacts }) {
  const { t } = useTranslation();
  const { entityAliasId, filterId } = source;
  const keys = suggestion.keys.map(({ name }) => name).join(', ');
  const title = t('dashboardEditor.fromData.title', { keys, of });
  const widget = useMemo(
    () =>
      suggestedWidget(
        suggestion,
        facts,
        { title, source: { entityAliasId: entityAliasId ?? null, filterId: filterId ?? null } },
        `suggested ${suggestion.bundleAlias} ${suggestion.typeAlias}`,
      ),
    [suggestion, facts, title, entityAliasId, filterId],
  );
  return (
    <Box
      sx={{
        position: 'relative',
        border: '1px solid var(--line)',
        borderRadius: '8px',
        background: 'var(--surface)',
        overflow: 'hidden',
        '&:hover, &:focus-within': { borderColor: 'var(--accent)' },
      }}
    >
      <Box sx={{ position: 'relative', height: 210, background: 'var(--bg)' }}>
        <WidgetPreview widget={widget} />
      </Box>
      <ButtonBase
        aria-label={t('dashboardEditor.fromData.add', { type: facts.name })}
        disabled={isLate}
        onClick={() => onAdd({ ...widget, id: crypto.randomUUID() })}
        sx={{
          width: '100%',
          justifyContent: 'space-between',
          p: '6px 10px 8px',
          font: 'inherit',
          fontWeight: 580,
          borderTop: '1px solid var(--line-2)',
          // A click anywhere on the card.
          position: 'static',
          '&::after': { content: '""', position: 'absolute', inset: 0 },
        }}
      >
        {facts.name}
        <Icon name="add" size={16} />
      </ButtonBase>
    </Box>
  );
}
