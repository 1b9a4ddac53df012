import { assign, checkExpression, execute, innerScope, splitStatements } from './expression.ts';
import { connectField, keepSame } from './fields.ts';
import { Parts } from './forms.ts';
import { harmless, isHandler, Trusted } from './sanitizer.ts';
import { gapsOf, type Surroundings, tried } from './surroundings.ts';

/** Attributes of SVG whose names the HTML parser writes in small letters. */
const SVG_NAMES: Readonly<Record<string, string>> = {
  viewbox: 'viewBox',
  preserveaspectratio: 'preserveAspectRatio',
  gradienttransform: 'gradientTransform',
  textlength: 'textLength',
  pathlength: 'pathLength',
};

/** Name of the element in small letters → its properties by their names in small letters. */
const properties = new Map<string, Map<string, string>>();

/** The property of an element whose name was written in small letters by the parser. */
function propertyOf(element: Element, name: string): string | undefined {
  let known = properties.get(element.localName);
  if (!known) {
    known = new Map();
    for (const property in element) known.set(property.toLowerCase(), property);
    properties.set(element.localName, known);
  }
  return known.get(name);
}

function setProperty(element: Element, name: string, given: unknown): void {
  const value = harmless(element, name, given);
  if (name === 'routerlink') setAttribute(element, name, Array.isArray(value) ? value.join('/') : value);
  else if (name === 'innertext' || name === 'textcontent') element.textContent = String(value ?? '');
  else if (name === 'innerhtml') element.innerHTML = String(value);
  else {
    const property = element instanceof HTMLElement ? propertyOf(element, name) : undefined;
    if (property)
      (element as unknown as Record<string, unknown>)[property] = value ?? (property === 'value' ? '' : value);
    else setAttribute(element, name, value);
  }
}

function setAttribute(element: Element, name: string, given: unknown): void {
  const value = harmless(element, name, given);
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(SVG_NAMES[name] ?? name, value === true ? '' : String(value));
}

function setStyle(element: Element, name: string, value: unknown): void {
  const [property = '', unit = ''] = name.split('.');
  const { style } = element as HTMLElement;
  const written = property.includes('-') ? property : styleName(property);
  style.setProperty(written, value === null || value === undefined || value === false ? '' : `${String(value)}${unit}`);
}

const styleNames = new Map<string, string>();

/** `fontsize` or `fontSize` as `font-size`. */
function styleName(name: string): string {
  if (styleNames.size === 0) {
    for (const property in document.documentElement.style) {
      const dashed = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (!property.includes('-')) styleNames.set(property.toLowerCase(), dashed);
    }
  }
  return name.startsWith('--') ? name : (styleNames.get(name.toLowerCase()) ?? name);
}

function classesOf(value: unknown): Record<string, boolean> {
  if (typeof value === 'string') return Object.fromEntries(value.split(/\s+/).map((name) => [name, true]));
  if (Array.isArray(value)) return Object.fromEntries(value.map((name) => [String(name), true]));
  return Object.fromEntries(Object.entries((value ?? {}) as object).map(([name, on]) => [name, Boolean(on)]));
}

/** Calls `apply` with the value of an expression whenever it is another one. */
function follow(
  text: string,
  surroundings: Surroundings,
  updates: (() => void)[],
  apply: (value: unknown) => void,
): void {
  checkExpression(text);
  let before: unknown = NEVER;
  updates.push(() => {
    const value = tried(text, surroundings);
    if (isSame(value, before)) return;
    before = value;
    apply(value);
  });
}

const NEVER = Symbol('never');

/** Whether a value says the same as the one before; objects may have changed inside. */
function isSame(value: unknown, before: unknown): boolean {
  if (value instanceof Trusted) return before instanceof Trusted && value.value === before.value;
  return value === before && typeof value !== 'object';
}

/** Name of an event as templates write it → as the browser does; keys are named behind a dot. */
const KEYS: Readonly<Record<string, string>> = { enter: 'Enter', escape: 'Escape', esc: 'Escape', space: ' ' };
const EVENTS: Readonly<Record<string, string>> = {
  selectionchange: 'change',
  ngsubmit: 'submit',
  ngmodelchange: 'change',
};

/** What components of Angular Material tell with a change: the value, or whether they are on. */
function eventOf(element: Element, event: Event): unknown {
  const input = element as HTMLInputElement;
  const isMaterial =
    /\bmat-select\b|\bmat-slider\b/.test(element.className) ||
    element.closest('.mat-slide-toggle, .mat-checkbox, .mat-radio-button');
  return event.type === 'change' && isMaterial
    ? { source: input, checked: input.checked, value: input.value, originalEvent: event }
    : event;
}

function listen(element: Element, name: string, text: string, surroundings: Surroundings): void {
  for (const statement of splitStatements(text)) checkExpression(statement);
  const [plain = '', key] = name.split('.');
  element.addEventListener(EVENTS[plain] ?? plain, (event) => {
    if (key && (event as KeyboardEvent).key !== (KEYS[key] ?? key)) return;
    if (name === 'ngsubmit') event.preventDefault();
    const given = name === 'ngmodelchange' ? (element as HTMLInputElement).value : eventOf(element, event);
    surroundings.run(() => {
      const scope = innerScope(surroundings.scope, { $event: given });
      if (execute(text, scope) === false) event.preventDefault();
    });
  });
}

function bindProperty(
  element: Element,
  name: string,
  text: string,
  surroundings: Surroundings,
  updates: (() => void)[],
) {
  const rest = (prefix: string) => name.slice(prefix.length);
  if (name === 'ngstyle') {
    let before: string[] = [];
    follow(text, surroundings, updates, (value) => {
      const styles = Object.entries((value ?? {}) as object);
      for (const gone of before) setStyle(element, gone, null);
      for (const [style, one] of styles) setStyle(element, style, one);
      before = styles.map(([style]) => style);
    });
  } else if (name === 'ngclass') {
    let before: string[] = [];
    follow(text, surroundings, updates, (value) => {
      for (const gone of before) element.classList.remove(gone);
      const names = Object.entries(classesOf(value)).filter(([one, on]) => on && one);
      before = names.flatMap(([one]) => one.split(/\s+/));
      element.classList.add(...before);
    });
  } else if (name.startsWith('class.')) {
    follow(text, surroundings, updates, (value) => element.classList.toggle(rest('class.'), Boolean(value)));
  } else if (name.startsWith('style.')) {
    follow(text, surroundings, updates, (value) => setStyle(element, rest('style.'), value));
  } else if (name.startsWith('attr.')) {
    follow(text, surroundings, updates, (value) => setAttribute(element, rest('attr.'), value));
  } else if (name === 'ngvalue' || (name === 'value' && element.localName === 'option')) {
    follow(text, surroundings, updates, (value) => {
      (element as HTMLOptionElement).value = String(value);
      Object.assign(element, { boundValue: value });
    });
  } else follow(text, surroundings, updates, (value) => setProperty(element, name, value));
}

const WITHOUT_MEANING =
  /^(\*|#|\[ngswitch\]|\[ngmodel\]|\[form(group|array|control)|formcontrolname$|form(group|array)name$|\[ngmodeloptions|ngmodel$|name$)/;

/**
 * Gives an element, which has the attributes of its template, what these stand for.
 * @returns the surroundings of what is in it
 */
export function bindElement(element: Element, surroundings: Surroundings, updates: (() => void)[]): Surroundings {
  const inside = withForm(element, surroundings);
  connectField(element, inside, updates);
  for (const { name, value } of [...element.attributes]) {
    if (name.startsWith('#')) surroundings.scope.locals[name.slice(1)] = element;
    const model = /^\[\((\w+)\)\]$/.exec(name)?.[1];
    const property = /^(?:\[([^(\]]+)\]|bind-(.+))$/.exec(name);
    const event = /^(?:\((.+)\)|on-(.+))$/.exec(name);
    const isWritten = !/[[\]()*#]/.test(name) && !name.startsWith('bind-') && !name.startsWith('on-');
    if (!isWritten) element.removeAttribute(name);
    const written = isWritten ? gapsOf(value) : undefined;
    const bound = model ?? property?.[1] ?? property?.[2] ?? (written ? name : '');
    if (isHandler(bound)) {
      element.removeAttribute(name);
      inside.failed(new Error(`A value cannot be what "${bound}" runs: write (event)="…"`), `${name}=${value}`);
    } else if (model) bindModel(element, model, value, inside, updates);
    else if (WITHOUT_MEANING.test(name)) continue;
    else if (property) bindProperty(element, property[1] ?? property[2] ?? '', value, inside, updates);
    else if (event) listen(element, event[1] ?? event[2] ?? '', value, inside);
    else if (written) updates.push(() => setAttribute(element, name, written(inside)));
  }
  const layout = flexOf(element);
  if (layout) (element as HTMLElement).style.cssText += layout;
  return inside;
}

const PART_NAMES = ['formgroupname', 'formarrayname'];

/** `[formGroup]`, `formGroupName` and `formArrayName` say which form the fields within them belong to. */
function withForm(element: Element, surroundings: Surroundings): Surroundings {
  const whole = element.getAttribute('[formgroup]');
  const named = PART_NAMES.map((one) => element.getAttribute(one)).find((one) => one !== null);
  const bound = PART_NAMES.map((one) => element.getAttribute(`[${one}]`)).find((one) => one !== null);
  if (whole === null && named === undefined && bound === undefined) return surroundings;
  if (whole !== null) {
    element.addEventListener('submit', (event) => event.preventDefault());
    return {
      ...surroundings,
      form: () => {
        const found = tried(whole, surroundings);
        return found instanceof Parts ? found : null;
      },
    };
  }
  return {
    ...surroundings,
    form: () => {
      const found = surroundings.form()?.part(String(bound ? tried(bound, surroundings) : named));
      return found instanceof Parts ? found : null;
    },
  };
}

function bindModel(element: Element, name: string, text: string, surroundings: Surroundings, updates: (() => void)[]) {
  if (!['ngmodel', 'checked', 'value'].includes(name)) {
    follow(text, surroundings, updates, (value) => setProperty(element, name, value));
    return;
  }
  keepSame(element, {
    read: () => tried(text, surroundings),
    write: (value) => void surroundings.run(() => assign(text, value, surroundings.scope)),
    updates,
  });
}

const MAIN_AXIS: Readonly<Record<string, string>> = {
  start: 'flex-start',
  end: 'flex-end',
  center: 'center',
  'space-between': 'space-between',
  'space-around': 'space-around',
  'space-evenly': 'space-evenly',
};

/** `fxLayout`, `fxLayoutAlign`, `fxLayoutGap` and `fxFlex` as styles. */
function flexOf(element: Element): string {
  const said = (name: string) => element.getAttribute(name);
  const layout = said('fxlayout');
  const styles: string[] = [];
  if (layout !== null) {
    const [direction = 'row', wrap] = layout.trim().split(/\s+/);
    styles.push('display:flex', `flex-direction:${direction || 'row'}`, wrap ? 'flex-wrap:wrap' : '');
  }
  const align = said('fxlayoutalign');
  if (align !== null) {
    const [main = '', cross = 'stretch'] = align.trim().split(/\s+/);
    styles.push(`justify-content:${MAIN_AXIS[main] ?? 'flex-start'}`, `align-items:${MAIN_AXIS[cross] ?? 'stretch'}`);
  }
  const gap = /^\s*([\d.]+(?:px|%|em|rem|vw))/.exec(said('fxlayoutgap') ?? '')?.[1];
  if (gap) styles.push(`gap:${gap}`);
  const flex = said('fxflex');
  if (flex !== null) {
    const size = /^\d+$/.test(flex) ? `${flex}%` : flex;
    styles.push(`flex:${size === '' ? '1 1 0' : /\s|^(auto|none)$/.test(size) ? size : `1 1 ${size}`}`, 'min-width:0');
  }
  if (said('fxflexfill') !== null) styles.push('width:100%', 'height:100%');
  return styles
    .filter(Boolean)
    .map((style) => `${style};`)
    .join('');
}
