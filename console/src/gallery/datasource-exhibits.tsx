import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { openDialog } from '../app/dialogs.ts';
import type { DashboardFilter, EntityAlias } from '../dashboard/configuration.ts';
import { AliasDialog } from '../datasources/alias-dialog.tsx';
import { AliasesDialog } from '../datasources/aliases-dialog.tsx';
import { datasourceProblems, type SourceLimits } from '../datasources/check-sources.ts';
import type { SourceOffer } from '../datasources/source-offer.ts';
import { WidgetDataTab } from '../datasources/widget-data-tab.tsx';
import type { Widget, WidgetConfig, WidgetKind } from '../widgets/model.ts';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const alias = (id: string, name: string, filter: EntityAlias['filter']): EntityAlias => ({ id, alias: name, filter });

const ALIASES: Readonly<Record<string, EntityAlias>> = {
  pumps: alias('pumps', 'Pumps', {
    type: 'deviceType',
    resolveMultiple: true,
    deviceType: 'default',
    deviceNameFilter: '',
  }),
  here: alias('here', 'Here', { type: 'stateEntity', stateEntityParamName: null, defaultStateEntity: null }),
  plants: alias('plants', 'Plants', { type: 'entityType', entityType: 'ASSET', resolveMultiple: true }),
  inside: alias('inside', 'Inside the plant', {
    type: 'relationsQuery',
    resolveMultiple: true,
    rootStateEntity: true,
    direction: 'FROM',
    maxLevel: 2,
    filters: [{ relationType: 'Contains', entityTypes: ['DEVICE', 'ASSET'] }],
  }),
};

const CONFIGS: readonly [name: string, kind: WidgetKind, config: WidgetConfig, limits: SourceLimits][] = [
  [
    'Time series',
    'timeseries',
    {
      useDashboardTimewindow: false,
      datasources: [
        {
          type: 'entity',
          name: null,
          entityAliasId: 'pumps',
          filterId: null,
          dataKeys: ['temperature', 'humidity', 'a key with a name that is longer than there is room for'].map(
            (name, index) => ({
              name,
              type: 'timeseries',
              label: name,
              color: ['#2196f3', '#4caf50', '#f44336'][index] ?? '',
            }),
          ),
        },
        { type: 'function', name: 'Made up', dataKeys: [] },
      ],
    },
    {},
  ],
  [
    'Latest values, wrong',
    'latest',
    { datasources: [{ type: 'entity', dataKeys: [] }] },
    { maxDatasources: 1, maxDataKeys: 1 },
  ],
  ['Latest values, empty', 'latest', { datasources: [] }, {}],
  ['Control', 'rpc', { targetDeviceAliasIds: ['pumps'] }, {}],
  ['Alarms', 'alarm', { useDashboardTimewindow: true }, {}],
];

function DataTab(props: { kind: WidgetKind; config: WidgetConfig; limits: SourceLimits; isChecked: boolean }) {
  const { kind, limits } = props;
  const [config, setConfig] = useState(props.config);
  const [aliases, setAliases] = useState(ALIASES);
  const [filters, setFilters] = useState<Readonly<Record<string, DashboardFilter>>>({});
  const offer: SourceOffer = {
    kind,
    limits,
    aliases,
    filters,
    onAlias: (made) => setAliases((all) => ({ ...all, [made.id]: made })),
    onFilter: (made) => setFilters((all) => ({ ...all, [made.id]: made })),
  };
  return (
    <WidgetDataTab
      config={config}
      offer={offer}
      problems={props.isChecked ? datasourceProblems(kind, config, limits, { aliases, filters }) : undefined}
      onChange={setConfig}
    />
  );
}

const USING: readonly Pick<Widget, 'config' | 'title'>[] = [
  {
    title: 'Chart',
    config: { title: 'Temperatures', datasources: [{ type: 'entity', entityAliasId: 'pumps', dataKeys: [] }] },
  },
];

/** Where the data of widgets come from. */
export function DatasourceExhibits() {
  return (
    <>
      <Exhibit title="Aliases">
        <Specimen name="Dialogs">
          <Kept initial={ALIASES as Record<string, EntityAlias>}>
            {(aliases, setAliases) => (
              <Box sx={{ display: 'flex', gap: 2 }}>
                <Button
                  onClick={() =>
                    void openDialog((close) => (
                      <AliasesDialog
                        aliases={aliases}
                        widgets={USING}
                        onSave={(next) => {
                          setAliases(next);
                          close();
                        }}
                        onClose={() => close()}
                      />
                    ))
                  }
                >
                  Aliases
                </Button>
                <Button
                  onClick={() =>
                    void openDialog((close) => (
                      <AliasDialog taken={['Pumps']} onSave={() => close()} onClose={() => close()} />
                    ))
                  }
                >
                  New alias
                </Button>
              </Box>
            )}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Data of a widget">
        {CONFIGS.map(([name, kind, config, limits]) => (
          <Specimen key={name} name={name}>
            <DataTab kind={kind} config={config} limits={limits} isChecked={name.endsWith('wrong')} />
          </Specimen>
        ))}
      </Exhibit>
    </>
  );
}
