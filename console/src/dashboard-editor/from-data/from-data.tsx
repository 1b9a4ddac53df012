import '../../datasources/texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { AliasInput } from '../../datasources/alias-input.tsx';
import { DataKeysInput } from '../../datasources/data-keys-input.tsx';
import { FilterInput } from '../../datasources/filter-input.tsx';
import type { SourceOffer } from '../../datasources/source-offer.ts';
import type { DataKey, Widget } from '../../widgets/model.ts';
import { useAliasOffer } from '../use-alias-offer.ts';
import { suggestWidgets } from './suggest.ts';
import { SuggestionCard } from './suggestion-card.tsx';
import { useChosenData } from './use-chosen-data.ts';

/** Begins a widget with its data: three that show them, at work, of which one is added. */
export function FromData({ onAdd, onBack }: { onAdd: (widget: Widget) => void; onBack: () => void }) {
  const { t } = useTranslation();
  const known = useAliasOffer();
  const offer = useMemo<SourceOffer>(() => ({ ...known, kind: 'latest', limits: {} }), [known]);
  const aliasIds = Object.keys(known.aliases);
  // The only one is what is meant.
  const [chosen, setAliasId] = useState<string | null>(aliasIds.length === 1 ? (aliasIds[0] ?? null) : null);
  const [filterId, setFilterId] = useState<string | null>(null);
  const [keys, setKeys] = useState<readonly DataKey[]>([]);
  const alias = known.aliases[chosen ?? ''];
  const source = { type: 'entity', entityAliasId: alias?.id ?? null, filterId } as const;
  const data = useChosenData(alias, filterId, keys);
  const suggestions = useMemo(() => (data.data ? suggestWidgets(data.data) : []), [data.data]);
  return (
    <Box
      sx={{ overflowY: 'auto', flex: 1, minHeight: 0, px: 4, pb: 4, display: 'grid', gap: 4, alignContent: 'start' }}
    >
      <Button size="small" startIcon={<Icon name="back" size={16} />} onClick={onBack} sx={{ justifySelf: 'start' }}>
        {t('dashboardEditor.fromData.toLibrary')}
      </Button>
      <AliasInput
        label={t('source.alias')}
        required
        offer={offer}
        value={chosen}
        onChange={(id) => {
          setAliasId(id);
          setKeys([]);
        }}
      />
      <FilterInput label={t('source.filter')} offer={offer} value={filterId} onChange={setFilterId} />
      {alias && (
        // The list closes after a choice: it would cover what is suggested for it.
        <DataKeysInput value={keys} onChange={setKeys} datasource={source} offer={offer} required oneByOne />
      )}
      {!alias || keys.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('dashboardEditor.fromData.hint')}</Box>
      ) : (
        <Loaded from={data} title={t('dashboardEditor.fromData.failed')} skeleton={6}>
          {() => (
            <Box
              component="section"
              aria-label={t('dashboardEditor.fromData.suggested')}
              sx={{ display: 'grid', gap: 3 }}
            >
              <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 600 }}>
                {t('dashboardEditor.fromData.suggested')}
              </Box>
              {suggestions.map((suggestion) => (
                <SuggestionCard
                  key={`${suggestion.bundleAlias} ${suggestion.typeAlias}`}
                  suggestion={suggestion}
                  of={alias.alias}
                  source={source}
                  isLate={data.isPlaceholderData}
                  onAdd={onAdd}
                />
              ))}
            </Box>
          )}
        </Loaded>
      )}
    </Box>
  );
}
