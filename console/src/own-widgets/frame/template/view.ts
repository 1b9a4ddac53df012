import { bindElement } from './bindings.ts';
import { checkExpression, innerScope, type Scope } from './expression.ts';
import { gapsOf, type Surroundings, Template, tried } from './surroundings.ts';

/** A part of a template as it is drawn. */
export interface View {
  /** Its nodes, in order; those of parts within it come and go beside their anchors. */
  nodes: readonly Node[];
  update(): void;
  remove(): void;
}

/** Draws nodes of a template. It has to be updated before it shows anything. */
export function createView(content: readonly Node[], surroundings: Surroundings): View {
  const updates: (() => void)[] = [];
  const removals: (() => void)[] = [];
  const nodes = content.flatMap((node) => drawNode(node, surroundings, updates, removals));
  return {
    nodes,
    update() {
      for (const update of updates) update();
    },
    remove() {
      for (const removal of removals) removal();
      for (const node of nodes) node.parentNode?.removeChild(node);
    },
  };
}

type Lists = [updates: (() => void)[], removals: (() => void)[]];

function drawNode(node: Node, surroundings: Surroundings, ...lists: Lists): Node[] {
  if (node instanceof Text) return [drawText(node, surroundings, lists[0])];
  // A template shows something; what runs is the script of its type.
  if (!(node instanceof Element) || node.localName === 'script') return [];
  const structural = STRUCTURAL.find(([name]) => node.hasAttribute(name));
  if (structural) {
    const [name, draw] = structural;
    const text = node.getAttribute(name) ?? '';
    const bare = node.cloneNode(true) as Element;
    bare.removeAttribute(name);
    return [draw(text, [bare], surroundings, ...lists)];
  }
  if (node.localName === 'ng-template') return drawTemplate(node, surroundings, lists);
  if (node.localName === 'ng-container') {
    const inside = withChoice(node, surroundings, lists[0]);
    return [...node.childNodes].flatMap((child) => drawNode(child, inside, ...lists));
  }
  if (node.localName.includes('-') && node instanceof HTMLElement) {
    return [
      surroundings.missing(node.localName),
      ...[...node.childNodes].flatMap((child) => drawNode(child, surroundings, ...lists)),
    ];
  }
  const element = node.cloneNode(false) as Element;
  const inside = bindElement(element, withChoice(node, surroundings, lists[0]), lists[0]);
  for (const child of node.childNodes) for (const drawn of drawNode(child, inside, ...lists)) element.append(drawn);
  return [element];
}

/** `[ngSwitch]` decides which of the parts within an element are drawn. */
function withChoice(node: Element, surroundings: Surroundings, updates: (() => void)[]): Surroundings {
  const text = node.getAttribute('[ngswitch]');
  if (text === null) return surroundings;
  let value: unknown;
  let isTaken = false;
  updates.push(() => {
    value = tried(text, surroundings);
    isTaken = false;
  });
  const take = () => {
    isTaken = true;
  };
  return { ...surroundings, choice: { value: () => value, isTaken: () => isTaken, take } };
}

function drawText(node: Text, surroundings: Surroundings, updates: (() => void)[]): Node {
  const written = gapsOf(node.data);
  const text = document.createTextNode(written ? '' : node.data);
  if (written) {
    updates.push(() => {
      const next = written(surroundings);
      if (text.data !== next) text.data = next;
    });
  }
  return text;
}

function drawTemplate(node: Element, surroundings: Surroundings, lists: Lists): Node[] {
  const content = node instanceof HTMLTemplateElement ? node.content.childNodes : node.childNodes;
  const template = new Template([...content], surroundings);
  for (const { name } of node.attributes) if (name.startsWith('#')) surroundings.scope.locals[name.slice(1)] = template;
  const condition = node.getAttribute('[ngif]');
  if (condition !== null) return [drawIf(condition, template.content, surroundings, ...lists)];
  const outlet = node.getAttribute('[ngtemplateoutlet]');
  return outlet === null ? [] : [drawOutlet(outlet, [], surroundings, ...lists)];
}

type Draw = (text: string, content: readonly Node[], surroundings: Surroundings, ...lists: Lists) => Node;

/** Draws views behind an anchor, one after the other. */
function anchored(name: string, removals: (() => void)[]) {
  const anchor = document.createComment(name);
  let shown: View[] = [];
  removals.push(() => {
    for (const view of shown) view.remove();
  });
  return {
    anchor,
    show(views: readonly View[]) {
      for (const view of shown) if (!views.includes(view)) view.remove();
      let last: Node = anchor;
      for (const view of views) {
        for (const node of view.nodes) {
          if (last.nextSibling !== node) last.parentNode?.insertBefore(node, last.nextSibling);
          last = endOf(node);
        }
        view.update();
        last = lastOf(view, last);
      }
      shown = [...views];
    },
  };
}

/** Parts within a view that end it stand behind their anchor. */
const ENDS = new WeakMap<Node, () => Node>();
const endOf = (node: Node): Node => ENDS.get(node)?.() ?? node;
function lastOf({ nodes }: View, otherwise: Node): Node {
  const last = nodes.at(-1);
  return last ? endOf(last) : otherwise;
}

function drawIf(
  text: string,
  content: readonly Node[],
  surroundings: Surroundings,
  ...[updates, removals]: Lists
): Node {
  const [head = '', ...rest] = text.split(';').map((part) => part.trim());
  const [, condition = head, alias] = /^([\s\S]+?)\s+as\s+(\w+)$/.exec(head) ?? [];
  checkExpression(condition);
  const named = (word: string) =>
    rest
      .find((part) => part.startsWith(`${word} `))
      ?.slice(word.length + 1)
      .replace(/^:\s*/, '')
      .trim();
  const letName = rest.map((part) => /^let\s+(\w+)$/.exec(part)?.[1]).find(Boolean) ?? alias;
  const otherwise = named('else');
  const then = named('then');
  const place = anchored('if', removals);
  let state: boolean | undefined;
  let view: View | undefined;
  const locals: Record<string, unknown> = {};
  updates.push(() => {
    const value = tried(condition, surroundings);
    const next = Boolean(value);
    if (letName) locals[letName] = value;
    if (state !== next) {
      state = next;
      const name = next ? then : otherwise;
      const template = name ? tried(name, surroundings) : undefined;
      view = undefined;
      if (template instanceof Template) view = createView(template.content, template.surroundings);
      else if (next) view = createView(content, { ...surroundings, scope: within(surroundings.scope, locals) });
    }
    place.show(view ? [view] : []);
  });
  ENDS.set(place.anchor, () => (view ? lastOf(view, place.anchor) : place.anchor));
  return place.anchor;
}

/** A scope whose new names can still change. */
function within(scope: Scope, names: Record<string, unknown>): Scope {
  Object.setPrototypeOf(names, scope.locals);
  return { ...scope, locals: names };
}

/** What `*ngFor` says. */
export function parsedFor(text: string): { item: string; list: string; names: [name: string, value: string][] } {
  const [head = '', ...rest] = text.split(/[;,]\s*(?=let\s|trackBy|index\s|first\s|last\s|even\s|odd\s|count\s)|;/);
  const [, item = 'item', list = '[]'] = /^\s*let\s+([\w$]+)\s+of:?\s+([\s\S]+)$/.exec(head) ?? [];
  const names = rest.flatMap((part): [string, string][] => {
    const [, name, value] = /^\s*let\s+([\w$]+)\s*=\s*(\w+)\s*$/.exec(part) ?? [];
    const [, fromValue, asName] = /^\s*(\w+)\s+as\s+([\w$]+)\s*$/.exec(part) ?? [];
    if (name && value) return [[name, value]];
    return fromValue && asName ? [[asName, fromValue]] : [];
  });
  return { item, list, names };
}

function drawFor(
  text: string,
  content: readonly Node[],
  surroundings: Surroundings,
  ...[updates, removals]: Lists
): Node {
  const { item, list, names } = parsedFor(text);
  checkExpression(list);
  const place = anchored('for', removals);
  let views: { value: unknown; locals: Record<string, unknown>; view: View }[] = [];
  updates.push(() => {
    const found = tried(list, surroundings);
    const values =
      found && typeof found === 'object' && Symbol.iterator in found ? [...(found as Iterable<unknown>)] : [];
    const before = [...views];
    views = values.map((value, index) => {
      const at = before.findIndex((one) => one?.value === value);
      const known = at >= 0 ? before.splice(at, 1)[0] : undefined;
      const counts: Record<string, unknown> = {
        index,
        count: values.length,
        first: index === 0,
        last: index === values.length - 1,
        even: index % 2 === 0,
        odd: index % 2 === 1,
      };
      const locals = known?.locals ?? {};
      Object.assign(locals, { [item]: value }, Object.fromEntries(names.map(([name, of]) => [name, counts[of]])));
      const view = known?.view ?? createView(content, { ...surroundings, scope: within(surroundings.scope, locals) });
      return { value, locals, view };
    });
    place.show(views.map(({ view }) => view));
  });
  ENDS.set(place.anchor, () => {
    const last = views.at(-1);
    return last ? lastOf(last.view, place.anchor) : place.anchor;
  });
  return place.anchor;
}

function drawCase(
  text: string | undefined,
  content: readonly Node[],
  surroundings: Surroundings,
  ...[updates, removals]: Lists
) {
  const place = anchored('case', removals);
  let view: View | undefined;
  updates.push(() => {
    const { choice } = surroundings;
    const isChosen = text === undefined ? !choice?.isTaken() : choice?.value() === tried(text, surroundings);
    if (isChosen) choice?.take();
    view = isChosen ? (view ?? createView(content, surroundings)) : undefined;
    place.show(view ? [view] : []);
  });
  ENDS.set(place.anchor, () => (view ? lastOf(view, place.anchor) : place.anchor));
  return place.anchor;
}

function drawOutlet(text: string, _: readonly Node[], surroundings: Surroundings, ...[updates, removals]: Lists): Node {
  const [name = '', context = ''] = text.split(/;\s*context\s*:/);
  const place = anchored('outlet', removals);
  let shown: unknown;
  let view: View | undefined;
  updates.push(() => {
    const template = tried(name, surroundings);
    if (shown !== template) {
      shown = template;
      const given = (context ? tried(context, surroundings) : {}) as Record<string, unknown>;
      view =
        template instanceof Template
          ? createView(template.content, {
              ...template.surroundings,
              scope: innerScope(template.surroundings.scope, given ?? {}),
            })
          : undefined;
    }
    place.show(view ? [view] : []);
  });
  ENDS.set(place.anchor, () => (view ? lastOf(view, place.anchor) : place.anchor));
  return place.anchor;
}

const STRUCTURAL: readonly (readonly [name: string, Draw])[] = [
  ['*ngfor', drawFor],
  ['*ngif', drawIf],
  ['*ngswitchcase', (text, ...rest) => drawCase(text, ...rest)],
  ['*ngswitchdefault', (_, ...rest) => drawCase(undefined, ...rest)],
  ['*ngtemplateoutlet', drawOutlet],
];
