import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import type { TimeWindow } from '../time-window/model.ts';
import type { Datasource, WidgetConfig } from '../widgets/model.ts';
import { AlarmChoice } from './alarm-choice.tsx';
import { AliasInput } from './alias-input.tsx';
import type { SourceProblems } from './check-sources.ts';
import { DatasourceFields, useProblemWords } from './datasource-fields.tsx';
import { DatasourcesInput } from './datasources-input.tsx';
import { newDatasource } from './new-data-key.ts';
import { alarmFieldWords } from './offered-keys.ts';
import { OwnTimeWindow } from './own-time-window.tsx';
import type { SourceOffer } from './source-offer.ts';

const DEVICES = ['DEVICE'] as const;

export interface WidgetDataTabProps {
  config: WidgetConfig;
  onChange: (config: WidgetConfig) => void;
  /** Says the kind of the widget, too. */
  offer: SourceOffer;
  /** What is wrong, see `datasourceProblems`; absent: nothing is said yet. */
  problems?: SourceProblems | undefined;
  dashboardTimeWindow?: TimeWindow | undefined;
  /** Points that the server gives at most. */
  maxDatapoints?: number | undefined;
}

function Section(props: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box component="h3" id={id} sx={{ m: 0, fontSize: 14, fontWeight: 580 }}>
        {props.title}
      </Box>
      {props.children}
    </Box>
  );
}

/** Whose alarms a widget shows, and in which columns. */
function AlarmSourceInput(props: {
  value: Datasource | null | undefined;
  onChange: (source: Datasource | null) => void;
  offer: SourceOffer;
  problems?: SourceProblems | undefined;
}) {
  const { t } = useTranslation();
  const { value, offer, onChange } = props;
  const problem = useProblemWords(props.problems)('alarmSource');
  if (!value) {
    const defaults = { kind: offer.kind, settings: offer.keyDefaults ?? {}, alarmField: alarmFieldWords };
    return (
      <Box data-field="alarmSource">
        {problem && <Box sx={{ color: 'var(--critical)', fontSize: 13, mb: 2 }}>{problem}</Box>}
        <Button
          startIcon={<Icon name="add" size={16} />}
          onClick={() => onChange(newDatasource(offer.isFunctionFirst ? 'function' : 'entity', defaults, []))}
        >
          {t('source.addAlarmSource')}
        </Button>
      </Box>
    );
  }
  return (
    <DatasourceFields
      at="alarmSource"
      value={value}
      others={[]}
      offer={offer}
      problems={props.problems}
      onChange={onChange}
    />
  );
}

/** The device that a control calls: an alias for devices. */
function TargetDeviceInput(props: {
  value: readonly string[] | undefined;
  onChange: (aliasIds: string[]) => void;
  offer: SourceOffer;
  problems?: SourceProblems | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Box data-field="targetDeviceAliasIds">
      <AliasInput
        label={t('source.targetDevice')}
        required={props.offer.limits.datasourcesOptional !== true}
        entityTypes={DEVICES}
        offer={props.offer}
        help={t('source.targetDeviceHelp')}
        error={useProblemWords(props.problems)('targetDeviceAliasIds')}
        value={props.value?.[0]}
        onChange={(aliasId) => props.onChange(aliasId ? [aliasId] : [])}
      />
    </Box>
  );
}

/** Where the data of a widget come from, and of which time they are. */
export function WidgetDataTab(props: WidgetDataTabProps) {
  const { t } = useTranslation();
  const { config, onChange, offer } = props;
  const { kind } = offer;
  if (kind === 'static') return <Box sx={{ color: 'text.secondary' }}>{t('source.noData')}</Box>;
  const part = { offer, problems: props.problems };
  return (
    <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {(kind === 'timeseries' || kind === 'alarm') && (
        <Section title={t('source.timeWindow')}>
          <OwnTimeWindow
            kind={kind}
            config={config}
            dashboardTimeWindow={props.dashboardTimeWindow}
            maxDatapoints={props.maxDatapoints}
            onChange={onChange}
          />
        </Section>
      )}
      {kind === 'alarm' && (
        <>
          <Section title={t('source.alarmSource')}>
            <AlarmSourceInput
              {...part}
              value={config.alarmSource}
              onChange={(alarmSource) => onChange({ ...config, alarmSource })}
            />
          </Section>
          <Section title={t('source.whichAlarms')}>
            <AlarmChoice config={config} onChange={onChange} />
          </Section>
        </>
      )}
      {kind === 'rpc' && (
        <Section title={t('source.targetDevice')}>
          <TargetDeviceInput
            {...part}
            value={config.targetDeviceAliasIds}
            onChange={(targetDeviceAliasIds) => onChange({ ...config, targetDeviceAliasIds })}
          />
        </Section>
      )}
      {(kind === 'latest' || kind === 'timeseries') && (
        <Section title={t('source.sources')}>
          <DatasourcesInput
            {...part}
            value={config.datasources ?? []}
            onChange={(datasources) => onChange({ ...config, datasources })}
          />
        </Section>
      )}
    </Box>
  );
}
