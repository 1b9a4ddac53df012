// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBridge } from './bridge.ts';
import { formatDate, formatDuration } from './context/formatting.ts';
import { answersOf, CompileError, compileBody, compileController, GUARD } from './controller.ts';
import { CssParser } from './css-parser.ts';
import { drawingClasses } from './drawing-classes.ts';
import { createGuard, guardedLoops, LONGEST_RUN } from './loop-guard.ts';
import { drawMdiIcons } from './mdi-icons.ts';
import { scopedCss } from './scoped-css.ts';
import { drawComponent } from './template/component.ts';
import { withoutPipes } from './template/expression.ts';
import { formBuilder, validators } from './template/forms.ts';
import { parsedFor } from './template/view.ts';
import { createZone } from './zone.ts';

beforeEach(() => Object.assign(globalThis, { [GUARD]: () => undefined }));

describe('loops of scripts', () => {
  it('call the guard, on their own lines', () => {
    expect(guardedLoops('while (a) b();\nfor (;;) { c(); }', 'g')).toBe('while (a) {g();b();}\nfor (;;) {g(); c(); }');
    expect(guardedLoops('do x++; while (x < 3)\nreturn x', 'g')).toBe('do {g();x++;} while (x < 3)\nreturn x');
    expect(guardedLoops('for (a of b) for (c in d) e();', 'g')).toBe('for (a of b) {g();for (c in d) {g();e();}}');
  });

  it('end when they have run for too long, whoever catches that', () => {
    let time = 0;
    const stopped = vi.fn();
    const guard = createGuard({ now: () => time++, afterTask: () => undefined, stopped });
    const run = new Function('g', guardedLoops('while (true) { try { while (true) {} } catch (error) {} }', 'g'));
    expect(() => run(guard)).toThrow('does not end');
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(time).toBeLessThan(LONGEST_RUN + 10);
  });

  it('may take their time in one task after the other', () => {
    let time = 0;
    let task = () => {};
    const afterTask = (run: () => void) => {
      task = run;
    };
    const guard = createGuard({ now: () => time, afterTask, stopped: () => undefined });
    for (let count = 0; count < 100; count++) {
      for (let turn = 0; turn < 50; turn++) guard();
      time += LONGEST_RUN - 1;
      task();
    }
  });
});

describe('scripts of types', () => {
  it('say what they are before they have a context', () => {
    const make = compileController(
      'self.typeParameters = function() { return { maxDatasources: 1, f: function() {} }; };',
    );
    expect(answersOf(make(undefined))).toMatchObject({
      typeParameters: { maxDatasources: 1 },
      useCustomDatasources: false,
    });
  });

  it('that want a drawing the page does not have say what is missing, and go on', () => {
    const container = document.createElement('div');
    const ctx = {
      $container: container,
      translate: { instant: (key: string, { name }: Readonly<Record<string, string>>) => `${key} ${name}` },
    };
    const parts = { drawn: () => [], tell: () => {}, nextFrame: (run: () => void) => run() };
    const { TbFlot, TbCanvasDigitalGauge } = drawingClasses(parts) as Record<
      'TbFlot' | 'TbCanvasDigitalGauge',
      unknown
    >;
    const script = `
      self.getSettingsSchema = function() { return TbFlot.settingsSchema('graph'); };
      self.getDataKeySettingsSchema = function() { return TbCanvasDigitalGauge.settingsSchema; };
      self.onInit = function() { self.chart = new TbFlot(self.ctx, 'scatter'); self.chart.update(); };
      self.onDestroy = function() { self.chart.destroy(); };`;
    Object.assign(globalThis, { TbFlot, TbCanvasDigitalGauge });
    expect(answersOf(compileController(script)(undefined))).toMatchObject({
      settingsSchema: {},
      dataKeySettingsSchema: {},
    });
    const widget = compileController(script)(ctx);
    widget.onInit?.();
    expect(container.textContent).toBe('missing TbFlot');
    widget.onDestroy?.();
    expect(container.textContent).toBe('');
  });

  it('that cannot be read name the place', () => {
    expect(() => compileController('var a;\nvar = 7;')).toThrow(CompileError);
    try {
      compileBody('var a;\nvar = 7;', []);
    } catch (error) {
      expect(error).toMatchObject({ line: 2, column: 5 });
    }
  });

  it('have variables for each widget', () => {
    const make = compileController('var count = 0; self.more = function() { return ++count; };');
    const [one, other] = [make({}), make({})] as unknown as { more(): number }[];
    expect([one?.more(), one?.more(), other?.more()]).toEqual([1, 2, 1]);
  });
});

describe('the frame', () => {
  it('hears the answer to its call, or why there is none', async () => {
    const sent: unknown[] = [];
    const bridge = createBridge({ postMessage: (message: unknown) => void sent.push(message) });
    const found = bridge.call('http', 'GET', { drawn: document, f: () => 1, of: 7 }.of, undefined);
    expect(sent).toEqual([{ kind: 'call', call: 1, method: 'http', args: ['GET', 7, undefined] }]);
    bridge.take({ kind: 'reply', call: 1, value: { a: 1 } });
    expect(await found).toEqual({ a: 1 });
    const refused = bridge.call('http');
    bridge.take({ kind: 'reply', call: 2, error: { status: 403, message: 'no' } });
    await expect(refused).rejects.toMatchObject({ status: 403, error: { message: 'no' } });
  });

  it('draws once after what its code did, and tells when it runs', () => {
    const frames: (() => void)[] = [];
    const told: boolean[] = [];
    const draw = vi.fn();
    const failed = vi.fn();
    const zone = createZone({
      tell: (isBusy) => told.push(isBusy),
      draw,
      failed,
      nextFrame: (run) => frames.push(run),
    });
    zone.run(() => zone.run(() => 1));
    zone.run(() => {
      throw new Error('x');
    });
    expect(told).toEqual([true, false, true, false]);
    expect(failed).toHaveBeenCalledTimes(1);
    for (const frame of frames) frame();
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('keeps styles of a type to its widgets, and animations to the document', () => {
    const css = scopedCss('@keyframes a { from { top: 0 } }\np { animation: a }', 'widget-type-x');
    expect(css.indexOf('@keyframes')).toBeLessThan(css.indexOf('.widget-type-x {'));
    expect(css).toMatch(/\.widget-type-x \{\s*p \{ animation: a \}\s*\}/);
  });

  it('has the parser that cards put their styles into the document with', () => {
    const parser = new CssParser();
    parser.cssPreviewNamespace = 'card-7';
    parser.createStyleElement('card-7', 'p { top: 0 }');
    parser.createStyleElement('card-7', 'p { top: 1px }');
    expect([...document.querySelectorAll('style#card-7')].map((style) => style.textContent)).toEqual([
      expect.stringMatching(/\.card-7 \{\s*p \{ top: 1px \}\s*\}/),
    ]);
    parser.createStyleElement('all', 'p { top: 2px }', 'nonamespace');
    expect(document.getElementById('all')?.textContent).toBe('p { top: 2px }');
  });

  it('writes times as the pipe of Angular does', () => {
    const time = new Date(2024, 1, 3, 16, 5, 9).getTime();
    expect(formatDate(time, 'yyyy-MM-dd HH:mm:ss')).toBe('2024-02-03 16:05:09');
    expect(formatDate(String(time), "d. MMMM 'at' h a")).toBe('3. February at 4 PM');
    expect(formatDate(time, 'shortDate')).toBe('2/3/24');
    expect(formatDate('nothing')).toBe('');
    expect(formatDate(0, 'yyyy-MM-dd HH:mm', '+0300')).toBe('1970-01-01 03:00');
    expect(formatDate(0, 'HH:mm', 'UTC')).toBe('00:00');
  });

  it('writes durations in words or short, one unit alone without its number', () => {
    expect(formatDuration(93_784_000)).toBe('1 day 2 hours 3 minutes 4 seconds');
    expect(formatDuration(3_600_000)).toBe('hour');
    expect(formatDuration(7_200_999)).toBe('2 hours');
    expect(formatDuration(999)).toBe('0 seconds');
    expect(formatDuration(93_784_000, true)).toBe('1d 2h 3m 4s');
    expect(formatDuration('never')).toBe('');
  });
});

describe('templates', () => {
  function drawn(html: string, component: Record<string, unknown> = {}) {
    const into = document.createElement('div');
    // Events of change come from what is in the document.
    document.body.append(into);
    const view = drawComponent(html, into, {
      component,
      translate: (key) => `«${key}»`,
      missingText: (name) => `no ${name}`,
      failed: () => undefined,
      run: (work) => {
        work();
        view.update();
      },
      changed: () => view.update(),
    });
    view.update();
    return {
      into,
      component,
      update: () => view.update(),
      text: () => (into.textContent ?? '').replace(/\s+/g, ' ').trim(),
    };
  }

  it('have pipes in expressions', () => {
    expect(withoutPipes('a || b')).toBe('a || b');
    expect(withoutPipes('a | date:"HH:mm"')).toBe('$pipe("date", a , ["HH:mm"])');
    const view = drawn(
      '{{ name | uppercase }} {{ (list | slice:0:2).length }} {{ "a.b" | translate }} {{ none?.of }}',
      {
        name: 'x',
        list: [1, 2, 3],
      },
    );
    expect(view.text()).toBe('X 2 «a.b»');
  });

  it('repeat and leave out', () => {
    const view = drawn(
      '<b *ngIf="list.length; else none">{{ list.length }}</b><ng-template #none>none</ng-template>' +
        '<i *ngFor="let one of list; let i = index; last as isLast">{{ i }}:{{ one.n }}<u *ngIf="!isLast">,</u></i>end',
      { list: [] as { n: string }[] },
    );
    expect(view.text()).toBe('noneend');
    const [a, b, c] = ['a', 'b', 'c'].map((n) => ({ n }));
    view.component.list = [a, b];
    view.update();
    expect(view.text()).toBe('20:a,1:bend');
    const [first] = view.into.querySelectorAll('i');
    view.component.list = [c, a];
    view.update();
    expect(view.text()).toBe('20:c,1:aend');
    expect(view.into.querySelectorAll('i')[1]).toBe(first);
    expect(parsedFor('let row of rows | slice:0:3; trackBy: byKey; let i=index')).toEqual({
      item: 'row',
      list: 'rows | slice:0:3',
      names: [['i', 'index']],
    });
  });

  it('choose among cases', () => {
    const view = drawn('<p [ngSwitch]="n"><b *ngSwitchCase="1">one</b><b *ngSwitchDefault>many</b></p>', { n: 1 });
    expect(view.text()).toBe('one');
    view.component.n = 5;
    view.update();
    expect(view.text()).toBe('many');
  });

  it('bind properties, attributes, classes and styles', () => {
    const { into } = drawn(
      '<p [ngClass]="{ big: true, small: false }" [class.on]="yes" [style.fontSize.px]="12" [ngStyle]="{ color: \'red\' }" [attr.data-x]="7" [hidden]="yes" title="is {{ 1 + 1 }}"></p>',
      { yes: true },
    );
    const p = into.querySelector('p');
    expect(p?.className.split(' ').sort()).toEqual(['big', 'on']);
    expect(p?.style.fontSize).toBe('12px');
    expect(p?.style.color).toBe('red');
    expect([p?.dataset.x, p?.hidden, p?.title]).toEqual(['7', true, 'is 2']);
  });

  it('hear events, and keep fields and values the same', () => {
    const view = drawn(
      '<input [(ngModel)]="name"><button (click)="count = count + 1; last = $event.type">{{ count }}</button>{{ name }}',
      {
        name: 'a',
        count: 0,
      },
    );
    const input = view.into.querySelector('input') as HTMLInputElement;
    expect(input.value).toBe('a');
    input.value = 'b';
    input.dispatchEvent(new Event('input'));
    view.into.querySelector('button')?.click();
    expect(view.component).toMatchObject({ name: 'b', count: 1, last: 'click' });
    expect(view.text()).toBe('1b');
  });

  it('draw components of Material that there are, and name those that there are not', () => {
    const view = drawn(
      '<mat-slide-toggle [(ngModel)]="on" (change)="seen = $event.checked">On</mat-slide-toggle><mat-table></mat-table><tb-knob [ctx]="ctx"></tb-knob>',
      { on: false },
    );
    const toggle = view.into.querySelector('input[role=switch]') as HTMLInputElement;
    toggle.click();
    expect(view.component).toMatchObject({ on: true, seen: true });
    expect(view.text()).toBe('Onno <mat-table>no <tb-knob>');
  });

  it('have icons of the other family, also those that come or change later, or words of the font', async () => {
    const paths: Readonly<Record<string, string>> = { 'water-pump': 'M1,1Z', fan: 'M2,2Z' };
    const view = drawn(
      '<mat-icon [svgIcon]="icon"></mat-icon><mat-icon *ngIf="more" svgIcon="mdi:no-such"></mat-icon>',
      { icon: 'mdi:water-pump', more: false },
    );
    const ask = vi.fn(async (name: string) => paths[name]);
    const end = drawMdiIcons(view.into, ask);
    const path = () => view.into.querySelector('svg path')?.getAttribute('d');
    await expect.poll(path).toBe('M1,1Z');
    Object.assign(view.component, { icon: 'mdi:fan', more: true });
    view.update();
    await expect.poll(path).toBe('M2,2Z');
    await expect.poll(() => view.text()).toBe('no_such');
    Object.assign(view.component, { icon: 'mdi:water-pump' });
    view.update();
    await expect.poll(path).toBe('M1,1Z');
    expect(ask.mock.calls.flat()).toEqual(['water-pump', 'fan', 'no-such']);
    end();
  });

  it('have forms with rules', () => {
    const form = formBuilder.group({ name: ['', validators.required], floor: [2, [validators.min(1)]] });
    const view = drawn(
      '<form [formGroup]="form"><input formControlName="name"><p *ngIf="form.get(\'name\').hasError(\'required\')">needed</p></form>',
      { form },
    );
    expect([form.valid, view.text()]).toEqual([false, 'needed']);
    const input = view.into.querySelector('input') as HTMLInputElement;
    input.value = 'x';
    input.dispatchEvent(new Event('input'));
    expect([form.valid, form.value, form.dirty, view.text()]).toEqual([true, { name: 'x', floor: 2 }, true, '']);
  });

  it('have forms with lists', () => {
    const form = formBuilder.group({ rooms: formBuilder.array([['hall', validators.required]]) });
    const view = drawn(
      '<form [formGroup]="form"><p formArrayName="rooms"><input *ngFor="let room of form.get(\'rooms\').controls; let i = index" [formControlName]="i"></p></form>',
      { form },
    );
    const rooms = form.get('rooms') as ReturnType<typeof formBuilder.array>;
    rooms.push(formBuilder.control('', validators.required));
    view.update();
    const inputs = [...view.into.querySelectorAll('input')];
    expect([inputs.map(({ value }) => value), form.valid]).toEqual([['hall', ''], false]);
    Object.assign(inputs[1] ?? {}, { value: 'cellar' });
    inputs[1]?.dispatchEvent(new Event('input'));
    expect([form.value, form.valid]).toEqual([{ rooms: ['hall', 'cellar'] }, true]);
    rooms.removeAt(0);
    expect([form.value, rooms.length, rooms.at(0)?.root]).toEqual([{ rooms: ['cellar'] }, 1, form]);
  });

  it('have forms whose fields hear of changes, and of errors that others find', async () => {
    const form = formBuilder.group({ name: ['a'], floor: [1, validators.compose([validators.min(1), null])] });
    const heard: unknown[] = [];
    form.get('name')?.valueChanges.subscribe((value) => heard.push(value));
    form.valueChanges.subscribe((value) => heard.push(value));
    form.patchValue({ name: 'b' });
    form.patchValue({ name: 'c' }, { emitEvent: false });
    form.reset({ name: 'd' });
    expect(heard).toEqual(['b', { name: 'b', floor: 1 }, 'd', { name: 'd', floor: null }]);
    const name = form.get('name');
    name?.setErrors({ taken: true });
    expect([form.valid, form.hasError('taken', 'name'), form.contains('name')]).toEqual([false, true, true]);
    name?.setValue('e');
    expect(form.valid).toBe(true);
    name?.setAsyncValidators([async ({ value }: { value: unknown }) => (value === 'f' ? { taken: true } : null)]);
    name?.setValue('f');
    expect([name?.status, form.valid]).toEqual(['PENDING', false]);
    await expect.poll(() => name?.errors).toEqual({ taken: true });
  });

  it('that cannot be read are refused', () => {
    expect(() => drawn('<p>{{ a b }}</p>')).toThrow(SyntaxError);
  });
});
