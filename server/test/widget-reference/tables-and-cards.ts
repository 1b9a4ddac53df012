// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { type BundleReferences, font, NONE, ONE, OWN, type TypeReference } from './common.ts';

const PAGES = { displayPagination: true, defaultPageSize: 10 };

const ROW_STYLE = { useRowStyleFunction: false, rowStyleFunction: NONE };

const CELL_FUNCTIONS = {
  useCellStyleFunction: false,
  cellStyleFunction: NONE,
  useCellContentFunction: false,
  cellContentFunction: NONE,
};

const TABLE_KEY = {
  columnWidth: '0px',
  ...CELL_FUNCTIONS,
  defaultColumnVisibility: 'visible',
  columnSelectionToDisplay: 'enabled',
};

const ENTITIES_TABLE = {
  entitiesTitle: '',
  enableSearch: true,
  enableSelectColumnDisplay: true,
  enableStickyHeader: true,
  enableStickyAction: true,
  reserveSpaceForHiddenAction: 'true',
  displayEntityName: true,
  entityNameColumnTitle: '',
  displayEntityLabel: false,
  entityLabelColumnTitle: '',
  displayEntityType: true,
  ...PAGES,
  defaultSortOrder: 'entityName',
  ...ROW_STYLE,
};

const entitiesTable = (name: string): TypeReference => ({
  name,
  type: 'latest',
  size: [7.5, 6.5],
  settings: ENTITIES_TABLE,
  keySettings: TABLE_KEY,
  parameters: { maxDatasources: 1, hasDataPageLink: true, warnOnPageDataOverflow: false, dataKeysOptional: true },
  sources: { actionCellButton: true, rowClick: false, rowDoubleClick: false },
});

const HTML = { cardCss: OWN, cardHtml: OWN };

const ELEMENTS = { elementClick: true };

const DATA_OPTIONAL = { dataKeysOptional: true, datasourcesOptional: true };

export const TABLES_AND_CARDS: BundleReferences = {
  alarm_widgets: {
    title: 'Alarm widgets',
    types: {
      alarms_table: {
        name: 'Alarms table',
        type: 'alarm',
        size: [10.5, 6.5],
        settings: {
          alarmsTitle: '',
          enableSelection: true,
          enableSearch: true,
          enableSelectColumnDisplay: true,
          enableFilter: true,
          enableStickyHeader: true,
          enableStickyAction: false,
          reserveSpaceForHiddenAction: 'true',
          displayDetails: true,
          allowAcknowledgment: true,
          allowClear: true,
          ...PAGES,
          defaultSortOrder: '-createdTime',
          ...ROW_STYLE,
        },
        keySettings: TABLE_KEY,
        sources: { actionCellButton: true, rowClick: false },
      },
    },
  },
  cards: {
    title: 'Cards',
    types: {
      attributes_card: { name: 'Attributes card', type: 'latest', size: [7.5, 3] },
      html_card: { name: 'HTML Card', type: 'static', size: [7.5, 3], settings: HTML, sources: ELEMENTS },
      timeseries_table: {
        name: 'Timeseries table',
        type: 'timeseries',
        size: [8, 6.5],
        settings: {
          enableSearch: true,
          enableStickyHeader: true,
          enableStickyAction: true,
          reserveSpaceForHiddenAction: 'true',
          showTimestamp: true,
          showMilliseconds: false,
          ...PAGES,
          useEntityLabel: false,
          hideEmptyLines: false,
          disableStickyHeader: false,
          ...ROW_STYLE,
        },
        keySettings: CELL_FUNCTIONS,
        parameters: { ignoreDataUpdateOnIntervalTick: true },
        sources: { actionCellButton: true, rowClick: false },
      },
      html_value_card: {
        name: 'HTML Value Card',
        type: 'latest',
        size: [7.5, 3],
        settings: HTML,
        parameters: { maxDatasources: 1, singleEntity: true, dataKeysOptional: true },
        sources: ELEMENTS,
      },
      simple_card: {
        name: 'Simple card',
        type: 'latest',
        size: [5, 3],
        // The trend is ours.
        settings: { labelPosition: 'left', showTrend: false },
        parameters: ONE,
      },
      label_widget: {
        name: 'Label widget',
        type: 'latest',
        size: [4.5, 5],
        settings: {
          backgroundImageUrl: OWN,
          labels: [{ pattern: '${#0}', x: 50, y: 50, backgroundColor: 'rgba(0,0,0,0)', font: font(6, '#fff') }],
        },
        parameters: { maxDatasources: 1, singleEntity: true },
      },
      entities_table: entitiesTable('Entities table'),
      entities_hierarchy: {
        name: 'Entities hierarchy',
        type: 'latest',
        size: [7.5, 3.5],
        settings: {
          nodeRelationQueryFunction: '',
          nodeHasChildrenFunction: '',
          nodeOpenedFunction: '',
          nodeDisabledFunction: '',
          nodeIconFunction: '',
          nodeTextFunction: '',
          nodesSortFunction: '',
        },
        parameters: { dataKeysOptional: true },
        sources: { nodeSelected: false },
      },
      qr_code: {
        name: 'QR Code',
        type: 'latest',
        size: [4, 3.5],
        settings: { useQrCodeTextFunction: false, qrCodeTextPattern: '${entityName}', qrCodeTextFunction: OWN },
        parameters: DATA_OPTIONAL,
      },
      markdown_card: {
        name: 'Markdown/HTML Card',
        type: 'latest',
        size: [5, 3.5],
        settings: {
          useMarkdownTextFunction: false,
          markdownTextPattern: OWN,
          markdownTextFunction: OWN,
          markdownCss: '',
        },
        parameters: DATA_OPTIONAL,
        sources: ELEMENTS,
      },
    },
  },
  entity_admin_widgets: {
    title: 'Entity admin widgets',
    types: {
      device_admin_table: entitiesTable('Device admin table'),
      asset_admin_table: entitiesTable('Asset admin table'),
    },
  },
  edge_widgets: {
    title: 'Edge widgets',
    types: {
      edges_overview: {
        name: 'Edge Quick Overview',
        type: 'latest',
        size: [7.5, 5],
        settings: { enableDefaultTitle: true },
        parameters: { maxDatasources: 1, dataKeysOptional: true },
      },
    },
  },
  date: {
    title: 'Date',
    types: {
      date_range_navigator: {
        name: 'Date-range-navigator',
        type: 'static',
        size: [5, 5.5],
        settings: {
          hidePicker: false,
          onePanel: false,
          autoConfirm: false,
          showTemplate: false,
          firstDayOfWeek: 1,
          hideInterval: false,
          initialInterval: 'week',
          hideStepSize: false,
          stepSize: 'day',
          hideLabels: false,
          useSessionStorage: true,
        },
      },
    },
  },
  navigation_widgets: {
    title: 'Navigation widgets',
    types: {
      navigation_cards: {
        name: 'Navigation cards',
        type: 'static',
        size: [7, 6],
        settings: { filterType: 'all', filter: NONE },
      },
      navigation_card: {
        name: 'Navigation card',
        type: 'static',
        size: [2.5, 2],
        settings: { name: '{i18n:device.devices}', icon: 'devices_other', path: '/devices' },
      },
    },
  },
};
