import { drawingName, MAX_DRAWINGS } from '../drawing-name.ts';
import type { FrameDrawing, Plain } from '../protocol.ts';
import { type DrawnPlace, followPlace } from './drawn-place.ts';
import { type DrawnSource, drawnRows } from './drawn-rows.ts';
import { noteMissing } from './missing-note.ts';

/** Classes that draw what the system's own types show, for scripts of 3.3.2 (widgets.md §1.8). */
const NAMES = [
  'TbFlot',
  'TbAnalogueCompass',
  'TbAnalogueRadialGauge',
  'TbAnalogueLinearGauge',
  'TbCanvasDigitalGauge',
  'TbMapWidgetV2',
  'TbTripAnimationWidget',
] as const;

/** What a class needs of the context that it is given. */
interface Context {
  $container: { append(element: Element): unknown; readonly [index: number]: HTMLElement };
  settings: Plain;
  defaultSubscription?: DrawnSource | null;
  translate: { instant(key: string, params: Readonly<Record<string, string>>): string };
}

const isContext = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && '$container' in value && 'translate' in value;

/** A schema without fields, whether it is asked for as a function or as a value. */
const noSchema = Object.assign(() => ({}), { toJSON: () => ({}) });

/** What the page draws in the frame, and how it is told. */
export interface DrawingParts {
  /** Names of the drawings that the page has; of all others a note says that they are missing. */
  drawn: () => readonly string[];
  tell: (drawing: FrameDrawing) => void;
  nextFrame: (run: () => void) => void;
}

/** A note in the widget that something is not there. */
function noteOf(context: Context, name: string): DrawnPlace {
  const note = noteMissing(context.$container, context.translate.instant('missing', { name }));
  return { changed() {}, update() {}, isThere: () => note.isConnected, remove: () => note.remove() };
}

/** The element that a script names for its drawing, by itself or by its id. */
function namedElement(given: readonly unknown[], container: HTMLElement): HTMLElement | undefined {
  for (const value of given) {
    const element = value instanceof HTMLElement ? value : (value as { 0?: unknown } | null | undefined)?.[0];
    if (element instanceof HTMLElement && element !== container && container.contains(element)) return element;
  }
  const ids = given.filter((value): value is string => typeof value === 'string' && value !== '');
  return ids
    .map((id) => container.querySelector(`#${CSS.escape(id)}`))
    .find((element): element is HTMLElement => element instanceof HTMLElement);
}

/** Characters of the settings of a drawing. */
const LONGEST_SETTINGS = 200_000;

/** Settings as they travel; empty for those that cannot. */
function plainOf(settings: unknown): Plain {
  try {
    const text = JSON.stringify(settings ?? {});
    return text.length > LONGEST_SETTINGS ? {} : (JSON.parse(text) as Plain);
  } catch {
    return {};
  }
}

/** The place of a drawing that the page puts over the frame. */
function placeOf(
  context: Context,
  given: readonly unknown[],
  { id, name, parts, others }: { id: number; name: string; parts: DrawingParts; others: readonly DrawnPlace[] },
): DrawnPlace | undefined {
  const container = context.$container[0];
  if (!container) return undefined;
  const named = namedElement(
    given.filter((value) => value !== context),
    container,
  );
  const element = named ?? document.createElement('div');
  if (!named) container.append(element);
  return followPlace({
    root: document.body,
    container,
    element,
    isOwn: !named,
    others,
    settings: () => plainOf(context.settings),
    rows: () => drawnRows(context.defaultSubscription),
    tell: (drawing) => parts.tell({ id, name, ...drawing }),
    nextFrame: parts.nextFrame,
  });
}

/** A drawing as scripts hold it. */
class Drawing {
  readonly #place: DrawnPlace | undefined;

  constructor(place: DrawnPlace | undefined) {
    this.#place = place;
  }

  update(): void {
    this.#place?.update();
  }
  resize(): void {
    this.#place?.changed();
  }
  mobileModeChanged(): void {}
  checkMouseEvents(): void {}

  destroy(): void {
    this.#place?.remove();
  }
}

/**
 * The classes by their names, as globals of the frame. Here the page draws these: a type that only wants one of them is
 * drawn there (drawn-by.ts), and code that does more with one has its drawing over a place of the frame.
 */
export function drawingClasses(parts: DrawingParts): Record<string, unknown> {
  let nextId = 1;
  /** Those that are there. */
  const places: DrawnPlace[] = [];
  const placeFor = (className: string, given: readonly unknown[]) => {
    const context = given.find(isContext);
    if (!context) return undefined;
    for (let at = places.length - 1; at >= 0; at--) if (!places[at]?.isThere()) places.splice(at, 1)[0]?.remove();
    const name = drawingName(className, given);
    if (!parts.drawn().includes(name) || places.length >= MAX_DRAWINGS) return noteOf(context, className);
    const place = placeOf(context, given, { id: nextId++, name, parts, others: places });
    if (place) places.push(place);
    return place ?? noteOf(context, className);
  };
  const classes = NAMES.map((name) => {
    const made = class extends Drawing {
      constructor(...given: unknown[]) {
        super(placeFor(name, given));
      }
    };
    // Scripts ask it for schemas by many names: settingsSchema, pieSettingsSchema, dataKeySettingsSchema …
    const answering = new Proxy(made, {
      get: (target, member) =>
        typeof member === 'string' && /schema$/i.test(member) ? noSchema : Reflect.get(target, member),
    });
    return [name, answering] as const;
  });
  return Object.fromEntries(classes);
}
