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

/** What the class needs of the context that it is given. */
interface Context {
  $container: { append(element: Element): unknown };
  translate: { instant(key: string, params: Readonly<Record<string, string>>): string };
}

const isContext = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && '$container' in value && 'translate' in value;

/** A schema without fields, whether it is asked for as a function or as a value. */
const noSchema = Object.assign(() => ({}), { toJSON: () => ({}) });

/**
 * Here the page draws these, and a type that only wants one of them is drawn there (drawn-by.ts). Code that does more
 * with a class goes on beside a note that says what is missing.
 */
class Missing {
  readonly #note: HTMLElement | undefined;

  constructor(name: string, given: readonly unknown[]) {
    const context = given.find(isContext);
    if (!context) return;
    this.#note = document.createElement('div');
    this.#note.className = 'missing-part';
    this.#note.setAttribute('role', 'note');
    this.#note.textContent = context.translate.instant('missing', { name });
    context.$container.append(this.#note);
  }

  update(): void {}
  resize(): void {}
  mobileModeChanged(): void {}
  checkMouseEvents(): void {}

  destroy(): void {
    this.#note?.remove();
  }
}

/** The classes by their names, as globals of the frame. */
export function drawingClasses(): Record<string, unknown> {
  const classes = NAMES.map((name) => {
    const made = class extends Missing {
      constructor(...given: unknown[]) {
        super(name, given);
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
