import { describe, expect, it } from 'vitest';
import { systemTypeOf, wantedDrawings } from './drawn-by.ts';

const drawnBy = (controllerScript: string, templateHtml = '') => {
  const found = systemTypeOf({ descriptor: { controllerScript, templateHtml } });
  return found && `${found.bundleAlias}/${found.typeAlias}`;
};

describe('types that the console draws itself', () => {
  it.each([`new TbFlot(${' '.repeat(200_000)}x`, 'new TbFlot('.repeat(20_000)])(
    'are found in no more time than their length',
    (script) => {
      const started = performance.now();
      expect(drawnBy(script)).toBeUndefined();
      expect(performance.now() - started).toBeLessThan(500);
    },
  );

  it('are copies of its own, as long as they are marked', () => {
    expect(
      drawnBy('// Drawn by the console as input_widgets/update_server_integer_attribute. Remove …\nself.x = 1;'),
    ).toBe('input_widgets/update_server_integer_attribute');
    expect(drawnBy('self.x = 1; // Drawn by the console as cards/qr_code')).toBeUndefined();
  });

  it.each([
    ['', '<tb-entities-table-widget [ctx]="ctx"></tb-entities-table-widget>', 'cards/entities_table'],
    ['', '\n<tb-knob\n [ctx]="ctx">\n</tb-knob>\n', 'control_widgets/knob_control'],
    ["self.onInit = function() { self.ctx.flot = new TbFlot(self.ctx, 'state'); };", '', 'charts/state_chart'],
    ['self.ctx.flot = new TbFlot(self.ctx);', '', 'charts/basic_timeseries'],
    [
      "self.gauge = new TbAnalogueRadialGauge(self.ctx, 'radialGauge');",
      '<canvas id="radialGauge"></canvas>',
      'analogue_gauges/radial_gauge_canvas_gauges',
    ],
    ['self.map = new TbMapWidgetV2("openstreet-map", true, self.ctx);', '', 'maps_v2/route_map_openstreetmap'],
  ])('have its drawing: %s %s', (script, template, type) => {
    expect(drawnBy(script, template)).toBe(type);
  });

  it('are those of 3.3.2, whose scripts describe them, make the drawing and keep it up to date', () => {
    const script = `
      // The chart
      self.onInit = function() { var chart; if (self.ctx.data.length > 0) { self.ctx.flot = new TbFlot(self.ctx, 'bar'); } }
      self.onDataUpdated = function() {
        if (self.ctx.flot) { self.ctx.flot.update(); }
      }
      self.onResize = function() { self.ctx.flot.resize(); }
      self.onEditModeChanged = function() { self.ctx.flot.checkMouseEvents(); }
      self.getSettingsSchema = function() { return TbFlot.settingsSchema('bar'); }
      self.typeParameters = function() { return { stateData: true, note: 'a } in a text' }; }
      self.actionSources = function() { return { sliceClick: { name: 'Slice', multiple: false } }; }
      self.onDestroy = function() { self.ctx.flot.destroy(); }`;
    expect(drawnBy(script.replace('self.ctx.data.length > 0', 'self.ctx.ready'))).toBe('charts/timeseries_bars_flot');
    // What it asks of its data is code of its own.
    expect(drawnBy(script)).toBeUndefined();
  });

  it.each([
    [
      "self.onInit = function() { self.ctx.flot = new TbFlot(self.ctx); self.ctx.$container.append('<p>Hi</p>'); };",
      '',
    ],
    ['self.onInit = function() { self.ctx.flot = new TbFlot(self.ctx); };', '<h3>Level</h3>'],
    [`self.onInit = function() { self.ctx.flot = new TbFlot(self.ctx); };${' '.repeat(30_000)}`, ''],
  ])('are not those with code or markup of their own beside it, within which it stands: %s %s', (script, template) => {
    expect(drawnBy(script, template)).toBeUndefined();
    expect(wantedDrawings({ descriptor: { controllerScript: script, templateHtml: template } })).toEqual([
      { name: 'TbFlot line', original: { bundleAlias: 'charts', typeAlias: 'basic_timeseries' } },
    ]);
  });

  it('are not those that make several drawings, which all stand within them', () => {
    const wanted = (controllerScript: string) =>
      wantedDrawings({ descriptor: { controllerScript, templateHtml: '' } }).map(({ name }) => name);
    const several =
      "self.a = new TbFlot(self.ctx); self.b = new TbFlot(self.ctx, 'pie'); self.c = new TbFlot(self.ctx);";
    expect(drawnBy(several)).toBeUndefined();
    expect(wanted(several)).toEqual(['TbFlot line', 'TbFlot pie']);
    const kinds = ['TbFlot line', 'TbFlot bar', 'TbFlot state', 'TbFlot pie'];
    expect(wanted('new TbFlot(self.ctx, self.kind)')).toEqual(kinds);
    expect(wanted("new TbFlot(Object.assign({}, self.ctx), 'bar')")).toEqual(kinds);
    expect(wanted("new TbCanvasDigitalGauge(ctx, 'a'); new TbMapWidgetV2('here', true, ctx)")).toEqual([
      'TbCanvasDigitalGauge',
      'TbMapWidgetV2 here routes',
    ]);
    expect(wanted("new TbMapWidgetV2('elsewhere', true, ctx); new TbTable(ctx)")).toEqual([]);
  });

  it('are not those that say more', () => {
    expect(drawnBy('', '<div><tb-knob [ctx]="ctx"></tb-knob></div>')).toBeUndefined();
    expect(drawnBy('', '<tb-knob [ctx]="ctx"></tb-knob><p>{{ x }}</p>')).toBeUndefined();
    expect(drawnBy('self.onInit = function() {};', '<constructor></constructor>')).toBeUndefined();
  });
});
