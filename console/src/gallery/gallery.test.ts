import { expect, it } from 'vitest';
import { readSources } from '../../test/source-graph.ts';

const shown = [...readSources().values()]
  .filter(({ path }) => /^gallery\/.*-exhibits\.tsx$/.test(path))
  .map(({ source }) => source)
  .join('\n');

/** The controls that the specification names (second document, §2), and what draws each of them. */
const CONTROLS: Readonly<Record<string, string>> = {
  'gateway picker': 'GatewayPicker',
  'entity subtype select': 'SubtypeSelect',
  'entity subtype autocomplete': 'SubtypeInput',
  'entity subtype list': 'SubtypeListInput',
  'queue autocomplete': 'QueuePicker',
  'typed value input': 'TypedValueInput',
  'entity type select': 'EntityTypeSelect',
  'entity type multi-select': 'EntityTypeList',
  'entity select': 'EntityChoice',
  'entity autocomplete': 'EntityPicker',
  'entity list select': 'EntityListPicker',
  'entity keys list': 'KeysInput',
  'relation type picker': 'RelationTypeInput',
  'widgets bundle select': 'BundleSelect',
  'search box': 'SearchField',
  'timezone select': 'TimezoneSelect',
  'colour input': 'ColorInput',
  'icon input': 'IconInput',
  'social share panel': 'PublicLinkBox',
  'dashboard select panel': 'DashboardPicker',
  'floating action button': 'FloatingActions',
  'LED light': 'LedLight',
  'copy button': 'CopyButton',
  'JSON input': 'JsonInput',
  'prefix highlighter': 'MatchedPrefix',
  'history player': 'HistoryPlayer',
  'editors of JavaScript, JSON, HTML, CSS and Markdown': 'CodeInput',
  'protobuf editor': 'SchemaEditor',
  'date and time picker': 'DateTimeInput',
  'contact form, OTA package autocomplete': 'FormFields',
  'time window': 'TimeWindowChip',
  'time window panel': 'TimeWindowPanel',
  'time interval editor': 'IntervalEditor',
  'date range editor': 'DateRangeEditor',
  'aggregation limit': 'LimitEditor',
  'message type picker': 'SuggestedInput',
  'key-value map': 'PairsInput',
  'JSON-schema form': 'SchemaForm',
  'JavaScript function editor': 'FunctionInput',
  'floating toolbar': 'DashboardToolbar',
  'navigation tree': 'TreeView',
  breadcrumbs: 'CrumbTrail',
  popover: 'TriggeredPopover',
  'help button': 'HelpButton',
  'help popup': 'HelpTextButton',
  footer: 'Copyright',
  'user menu': 'UserMenu',
  'key filters': 'KeyFiltersEditor',
  'image input': 'ImageInput',
};

it.each(Object.entries(CONTROLS))('shows the control of the specification: %s', (_, component) => {
  expect(shown).toMatch(new RegExp(`<${component}[\\s/>]`));
});
