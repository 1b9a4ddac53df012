// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { filesLike, loadedWith, readSources } from '../../test/source-graph.ts';
import { latestValues, trendValues } from './follows.ts';
import type { Widget } from './model.ts';
import { loadWidgetType, needsScripts } from './registry.ts';
import { defineWidget, type WidgetBundle, type WidgetProps } from './widget-type.ts';

function widget(part: Partial<Widget> = {}): Widget {
  return {
    id: 'w',
    bundleAlias: 'cards',
    typeAlias: 'entities_table',
    type: 'latest',
    sizeX: 8,
    sizeY: 6,
    row: 0,
    col: 0,
    config: {},
    ...part,
  };
}

function WithTrend(_: WidgetProps<{ trend: 'timeseries' }>) {
  return null;
}

const manifests = filesLike('widgets/*/manifest.ts');
const bundles = import.meta.glob<WidgetBundle>('./*/manifest.ts', { import: 'bundle' });
const sources = readSources();

describe('widget types', () => {
  it('are found by the names that exported dashboards carry', async () => {
    expect((await loadWidgetType(widget()))?.data?.kind).toBe('latest');
    const state = await loadWidgetType(widget({ bundleAlias: 'charts', typeAlias: 'state_chart' }));
    expect(state?.data?.kind).toBe('timeseries');
    const gauge = await loadWidgetType(widget({ bundleAlias: 'digital_gauges', typeAlias: 'simple_gauge_justgage' }));
    expect(gauge?.shape).toBe('gauge');
  });

  it('are not made up for names that are unknown or belong to every object', async () => {
    for (const [bundleAlias, typeAlias] of [
      ['cards', 'no_such_card'],
      ['constructor', 'name'],
      ['cards', 'toString'],
      ['../widgets/cards', 'simple_card'],
    ] as const)
      expect(await loadWidgetType({ bundleAlias, typeAlias })).toBeUndefined();
  });

  it('load the sandbox only when there is something to run', async () => {
    const entry = await loadWidgetType(widget());
    const config = {
      datasources: [{ type: 'entity' as const, dataKeys: [{ name: 't', type: 'timeseries' as const }] }],
    };
    const styled = structuredClone(config);
    Object.assign(styled.datasources[0]?.dataKeys[0] ?? {}, { settings: { useCellStyleFunction: true } });
    expect(entry && needsScripts(widget({ config }), entry)).toBe(false);
    expect(entry && needsScripts(widget({ config: styled }), entry)).toBe(true);
  });

  it('get what their entry follows: leaving it out does not compile', () => {
    const base = { data: latestValues, shape: 'value' as const };
    defineWidget({ ...base, also: { trend: trendValues }, load: async () => WithTrend });
    // @ts-expect-error the component draws a trend that nobody follows
    defineWidget({ ...base, load: async () => WithTrend });
    // @ts-expect-error a trend is values over time
    defineWidget({ ...base, also: { trend: latestValues }, load: async () => WithTrend });
    // @ts-expect-error nothing would stand in its place while it is loaded
    defineWidget({ data: latestValues, load: async () => WithTrend, also: { trend: trendValues } });
    expect(defineWidget({ ...base, load: async () => () => null }).also).toEqual({});
  });
});

describe('the manifests of bundles', () => {
  it.each(manifests)('%s names widgets that can be loaded', async (file) => {
    const types = Object.values((await bundles[file.replace('widgets', '.')]?.()) ?? {});
    expect(types.length).toBeGreaterThan(0);
    for (const type of types) expect(await type.load()).toBeTypeOf('function');
  });

  it.each(manifests)('%s loads no widget', (file) => {
    const drawn = [...loadedWith(sources, file)].filter((path) => path.endsWith('.tsx'));
    expect(drawn).toEqual([]);
  });

  it.each(['app/main.tsx', 'pages/dashboards/dashboard-page.tsx'])(
    'are not loaded with %s, nor anything of a bundle',
    (entry) => {
      const folders = manifests.map((file) => file.replace('manifest.ts', ''));
      const loaded = [...loadedWith(sources, entry)].filter((path) =>
        folders.some((folder) => path.startsWith(folder)),
      );
      expect(loaded).toEqual([]);
    },
  );
});
