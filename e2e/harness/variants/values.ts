// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import type { Field } from './schema.ts';

/** Stands for a member that is not there. */
export const ABSENT: unique symbol = Symbol('absent');

/** A picture without an address elsewhere. */
const PICTURE = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="#8fb3d5"/></svg>')}`;

/** Bodies of functions by the name of the setting: what each is to return. */
const BODIES: readonly (readonly [name: RegExp, body: string])[] = [
  [/[sS]tyleFunction$/, 'return { color: "rgb(200, 30, 60)", fontWeight: "bold" };'],
  [/^(nodeOpened|nodeDisabled|nodeHasChildren|pointAsAnchor)/, 'return true;'],
  [/^nodeRelationQuery/, 'return "default";'],
  [/^nodesSort/, 'return nodeCtx1.entity.name.localeCompare(nodeCtx2.entity.name);'],
  [/^nodeIcon/, 'return { materialIcon: "home" };'],
  [/^markerImage/, 'return { url: images[0] || "", size: 30 };'],
  [/^posFunction/, 'return { x: 1 - origXPos, y: origYPos / 2 };'],
  [/^pointShape/, 'ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);'],
  [/color/i, 'return "#ff8800";'],
  [/^parseValue/, 'return data ? true : false;'],
  [/^convertValue/, 'return value;'],
  [/^parseGpio/, 'return body[pin] === true;'],
  [/Formatter$/, 'return "<" + value + ">";'],
  [/text|label|tooltip|content/i, 'return "Made by a function & <b>bold</b>";'],
];

/** A body that works for a function setting. */
function workingBody(name: string): string {
  const found = BODIES.find(([pattern]) => pattern.test(name));
  if (!found) throw new Error(`no body is known for the function ${name}`);
  return found[1];
}

/** Bodies that fail: when they run, when they are read, and by what they return. */
export const FAILING_BODIES = ['throw new Error("broken on purpose");', 'return ((', 'return undefined;'] as const;

const distinct = (values: readonly unknown[]): unknown[] =>
  values.filter((value, at) => values.findIndex((other) => Object.is(other, value)) === at);

function numbers({ default: own, minimum, maximum }: Field): unknown[] {
  return distinct([own ?? ABSENT, minimum ?? 0, maximum ?? 100_000, ...(minimum === undefined ? [-7.25] : [])]);
}

function texts({ editor, isRequired, path, default: own }: Field): unknown[] {
  const name = path.at(-1) ?? '';
  const byEditor: Readonly<Record<string, readonly unknown[]>> = {
    color: ['#e91e63', 'rgba(0, 128, 255, 0.5)', 'red', ''],
    image: [PICTURE, ''],
    icon: ['home', 'no_such_icon', ''],
    html: ['<b>${Temperature}</b> and <i>more</i>', ''],
    css: ['.card { font-weight: bold; }', ''],
    json: ['{"a": 1}', ''],
    markdown: ['# Title\n\n| a | b |\n| - | - |\n| 1 | ${Temperature} |', ''],
    javascript: [workingBody(editor === 'javascript' ? name : 'label'), ''],
  };
  if (name.endsWith('TileUrl')) return ['https://tiles.example/{z}/{x}/{y}.png', ''];
  const known = byEditor[editor ?? ''] ?? ['Text “ünï” ${entityName} & more', ''];
  return distinct([own ?? ABSENT, ...known.filter((value) => !(isRequired && value === ''))]);
}

function lists({ default: own, element, editor }: Field): unknown[] {
  const items =
    typeof element === 'object' ? element : editor === 'image' ? PICTURE : editor === 'color' ? '#00aa88' : 'a';
  return [own ?? ABSENT, [], [structuredClone(items)], [structuredClone(items), structuredClone(items)]];
}

/** Every value that a setting is tried with: each choice, both of yes and no, limits, empty and filled. */
export function valuesOf(field: Field): unknown[] {
  if (field.type === 'boolean') return [true, false];
  if (field.choices.length > 0) return [...field.choices];
  if (field.type === 'number') return numbers(field);
  if (field.type === 'array') return lists(field);
  return texts(field);
}
