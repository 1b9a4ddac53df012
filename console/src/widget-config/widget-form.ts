import type { TFunction } from 'i18next';
import type { SettingsSchema } from '../schema-form/settings-schema.ts';
import type { LegendConfig, WidgetKind } from '../widgets/model.ts';
import { choice, fieldsOfParts, type Parts, schemaOfParts, style, text, toggle, when, whole } from './form-parts.ts';
import { legendPositions } from './settings-rules.ts';

function legendParts(t: TFunction, kind: WidgetKind, legend: LegendConfig): Parts {
  const direction = legend.direction ?? 'column';
  const positions = legendPositions(direction);
  return {
    showLegend: toggle(t('widgetConfig.showLegend'), kind === 'timeseries'),
    ...when(kind === 'timeseries' ? 'model.showLegend !== false' : 'model.showLegend === true', {
      'legendConfig.direction': choice(
        t('widgetConfig.direction'),
        (['column', 'row'] as const).map((one) => [one, t(`widgetConfig.directions.${one}`)]),
        'column',
      ),
      'legendConfig.position': choice(
        t('widgetConfig.position'),
        positions.map((one) => [one, t(`widgetConfig.positions.${one}`)]),
        'bottom',
      ),
      'legendConfig.sortDataKeys': toggle(t('widgetConfig.sortDataKeys'), false),
      'legendConfig.showMin': toggle(t('widgetConfig.showMin'), false),
      'legendConfig.showMax': toggle(t('widgetConfig.showMax'), false),
      'legendConfig.showAvg': toggle(t('widgetConfig.showAvg'), kind === 'timeseries'),
      'legendConfig.showTotal': toggle(t('widgetConfig.showTotal'), false),
    }),
  };
}

const COLOR = 'rgba(0, 0, 0, 0.87)';

/** Whether widgets of a kind have a legend. */
const hasLegend = (kind: WidgetKind) => kind === 'timeseries' || kind === 'latest';

/**
 * The form of what all widgets have (widgets.md §2.2). Its defaults are what a widget does without the member, so that a
 * form shows what is to be seen.
 */
export function widgetForm(t: TFunction, kind: WidgetKind, legend: LegendConfig): SettingsSchema {
  const groups: readonly (readonly [title: string, parts: Parts])[] = [
    [
      t('widgetConfig.titleGroup'),
      {
        title: text(t('widgetConfig.title')),
        titleTooltip: text(t('widgetConfig.titleTooltip')),
        showTitle: toggle(t('widgetConfig.showTitle'), true),
        ...when('model.showTitle !== false', {
          showTitleIcon: toggle(t('widgetConfig.showTitleIcon'), false),
          ...when('model.showTitle !== false && model.showTitleIcon === true', {
            titleIcon: text(t('widgetConfig.titleIcon'), undefined, 'icon'),
            iconColor: text(t('widgetConfig.iconColor'), COLOR, 'color'),
            iconSize: text(t('widgetConfig.iconSize'), '24px'),
          }),
          titleStyle: style(t('widgetConfig.titleStyle'), t('widgetConfig.styleHelp')),
        }),
      },
    ],
    [
      t('widgetConfig.styleGroup'),
      {
        backgroundColor: text(t('widgetConfig.backgroundColor'), '#fff', 'color'),
        color: text(t('widgetConfig.color'), COLOR, 'color'),
        padding: text(t('widgetConfig.padding'), '8px'),
        margin: text(t('widgetConfig.margin'), '0px'),
        dropShadow: toggle(t('widgetConfig.dropShadow'), true),
        enableFullscreen: toggle(t('widgetConfig.enableFullscreen'), true),
        widgetStyle: style(t('widgetConfig.widgetStyle'), t('widgetConfig.styleHelp')),
      },
    ],
    ...(kind === 'static'
      ? []
      : [
          [
            t('widgetConfig.valuesGroup'),
            {
              units: text(t('widgetConfig.units')),
              decimals: whole(t('widgetConfig.decimals'), { minimum: 0, maximum: 15, default: 2 }),
              noDataDisplayMessage: text(t('widgetConfig.noDataDisplayMessage')),
            },
          ] as const,
        ]),
    ...(hasLegend(kind) ? [[t('widgetConfig.legendGroup'), legendParts(t, kind, legend)] as const] : []),
  ];
  return {
    schema: schemaOfParts(Object.assign({}, ...groups.map(([, parts]) => parts)) as Parts),
    form: groups.map(([, parts]) => fieldsOfParts(parts)),
    groupInfoes: groups.map(([GroupTitle], formIndex) => ({ formIndex, GroupTitle })),
  };
}

/** The form of how a widget stands on phones. */
export function mobileForm(t: TFunction): SettingsSchema {
  const parts: Parts = {
    mobileHide: toggle(t('widgetConfig.mobileHide'), false),
    ...when('model.mobileHide !== true', {
      mobileOrder: whole(t('widgetConfig.mobileOrder')),
      mobileHeight: whole(t('widgetConfig.mobileHeight'), { minimum: 1, maximum: 10 }),
    }),
  };
  return {
    schema: schemaOfParts(parts),
    form: [fieldsOfParts(parts)],
    groupInfoes: [{ formIndex: 0, GroupTitle: t('widgetConfig.mobileGroup') }],
  };
}
