import { Checkbox, IconButton, Tooltip } from '@mui/material';
import type { AlarmSeverity, AlarmStatus } from '@signalbox/contract/alarm';
import type { AlarmData } from '@signalbox/contract/entity-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Severity, Status } from '../../alarms/alarm-words.tsx';
import { Instant } from '../../controls/ago.tsx';
import { Icon } from '../../controls/icon.tsx';
import { attempt } from '../../entity-page/entity-action.ts';
import { cellContent, cellStyle } from '../cards/cells.tsx';
import { RowActions } from '../cards/row-actions.tsx';
import type { TableColumn } from '../cards/table-lines.tsx';
import type { ColumnChoice } from '../cards/table-tools.tsx';
import type { ActionDescriptor, DataKey, Settings, WidgetConfig } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import type { AlarmAction } from './alarm-actions.tsx';
import { alarmKeys } from './alarm-page.ts';
import { alarmValue, isTime } from './alarm-values.ts';

/** A row of the table; `plain`: as functions of the settings see it. */
export interface AlarmRow {
  alarm: AlarmData;
  plain: Record<string, unknown>;
}

const TIME_WIDTH = '160px';

function isColumnShown(key: DataKey, id: string, shown: ReadonlyMap<string, boolean>): boolean {
  return shown.get(id) ?? key.settings?.defaultColumnVisibility !== 'hidden';
}

/** The columns that people may show or hide. */
export function choosableColumns(config: WidgetConfig, shown: ReadonlyMap<string, boolean>): ColumnChoice[] {
  return alarmKeys(config).flatMap((key, index) => {
    const id = `key ${index}`;
    if (key.settings?.columnSelectionToDisplay === 'disabled') return [];
    return [{ id, title: key.label ?? key.name, shown: isColumnShown(key, id, shown) }];
  });
}

/** How fields of alarms look unless their key says otherwise. */
function fieldContent(key: DataKey, alarm: AlarmData, t: TFunction): ReactNode {
  if (key.type !== 'alarm' || key.settings?.useCellContentFunction === true) return undefined;
  if (isTime(key)) return <Instant ts={Number(alarmValue(alarm, key)) || undefined} />;
  if (key.name === 'severity') return <Severity severity={alarm.severity as AlarmSeverity} />;
  if (key.name === 'status') return <Status status={alarm.status as AlarmStatus} />;
  if (key.name === 'originatorType') return t(`entityType.${alarm.originator.entityType}`);
  return undefined;
}

/** A column for each key that is shown. */
export function keyColumns(
  t: TFunction,
  config: WidgetConfig,
  shown: ReadonlyMap<string, boolean>,
  scripts: Scripts | undefined,
): TableColumn<AlarmRow>[] {
  return alarmKeys(config).flatMap((key, index): TableColumn<AlarmRow>[] => {
    const id = `key ${index}`;
    if (!isColumnShown(key, id, shown)) return [];
    const settings: Settings = key.settings ?? {};
    const dataKey = { ...key, settings };
    const { columnWidth } = settings;
    const hasWidth = typeof columnWidth === 'string' && !/^0/.test(columnWidth);
    return [
      {
        id,
        title: key.label ?? key.name,
        sortable: key.type !== 'function' && !key.name.startsWith('details'),
        width: hasWidth ? columnWidth : isTime(key) ? TIME_WIDTH : undefined,
        style: ({ alarm, plain }) =>
          cellStyle(dataKey, config, alarmValue(alarm, key), { name: 'alarm', plain }, scripts),
        cell: ({ alarm, plain }) =>
          fieldContent(key, alarm, t) ??
          cellContent({ dataKey, config, value: alarmValue(alarm, key), row: { name: 'alarm', plain }, scripts }),
      },
    ];
  });
}

interface ButtonParts {
  t: TFunction;
  scripts: Scripts | undefined;
  actions: readonly AlarmAction[];
  own: readonly ActionDescriptor[];
  onDetails: ((alarmId: string) => void) | undefined;
  config: WidgetConfig;
  onOwn: (action: ActionDescriptor, row: AlarmRow) => void;
}

/** The buttons of an alarm: details, what can be done with it, then the widget's own actions. */
function RowButtons({ alarm, plain, parts }: AlarmRow & { parts: ButtonParts }) {
  const { t, actions, own, onDetails } = parts;
  return (
    <>
      {onDetails && (
        <Tooltip title={t('alarmWidget.open')}>
          <IconButton
            size="small"
            aria-label={t('alarmWidget.details', { type: alarm.type })}
            onClick={(event) => {
              event.stopPropagation();
              onDetails(alarm.id.id);
            }}
          >
            <Icon name="info" size={16} />
          </IconButton>
        </Tooltip>
      )}
      {actions.map((action) => (
        <Tooltip key={action.id} title={action.label}>
          {/* A disabled button has no tooltip of its own. */}
          <span>
            <IconButton
              size="small"
              disabled={!action.isFor(alarm)}
              aria-label={t('alarmWidget.doFor', { action: action.label, type: alarm.type })}
              onClick={(event) => {
                event.stopPropagation();
                attempt(() => action.run(alarm));
              }}
            >
              <Icon name={action.icon} size={16} />
            </IconButton>
          </span>
        </Tooltip>
      ))}
      <RowActions
        actions={own}
        name={alarm.type}
        data={plain}
        scripts={parts.scripts}
        config={parts.config}
        onAction={(action) => parts.onOwn(action, { alarm, plain })}
      />
    </>
  );
}

/** The column of buttons; none where there are no buttons. */
export function rowButtons(parts: ButtonParts): TableColumn<AlarmRow>[] {
  if (!parts.onDetails && parts.actions.length === 0 && parts.own.length === 0) return [];
  return [
    {
      id: 'actions',
      title: '',
      align: 'end',
      // A component, so that lines are seen to be the same by what it is given.
      cell: ({ alarm, plain }) => <RowButtons alarm={alarm} plain={plain} parts={parts} />,
    },
  ];
}

interface ChoiceParts {
  t: TFunction;
  /** Of all rows, whether all or some are chosen. */
  all: 'all' | 'some' | 'none';
  chosen: ReadonlySet<string>;
  onAll: (isChosen: boolean) => void;
  onOne: (alarmId: string, isChosen: boolean) => void;
}

type OneChoiceProps = Pick<ChoiceParts, 't' | 'onOne'> & { id: string; type: string; isChosen: boolean };

function OneChoice({ t, id, type, isChosen, onOne }: OneChoiceProps) {
  return (
    <Checkbox
      size="small"
      checked={isChosen}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => onOne(id, event.target.checked)}
      slotProps={{ input: { 'aria-label': t('alarmWidget.select', { type }) } }}
    />
  );
}

/** The column by which alarms are chosen to do something with several. */
export function choiceColumn({ t, all, chosen, onAll, onOne }: ChoiceParts): TableColumn<AlarmRow> {
  return {
    id: 'select',
    title: '',
    width: '44px',
    head: (
      <Checkbox
        size="small"
        checked={all === 'all'}
        indeterminate={all === 'some'}
        onChange={(event) => onAll(event.target.checked)}
        slotProps={{ input: { 'aria-label': t('alarmWidget.selectAll') } }}
      />
    ),
    cell: ({ alarm: { id, type } }) => (
      <OneChoice t={t} id={id.id} type={type} isChosen={chosen.has(id.id)} onOne={onOne} />
    ),
  };
}
