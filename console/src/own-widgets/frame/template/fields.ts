import type { Control } from './forms.ts';
import { type Surroundings, tried } from './surroundings.ts';

/** Where the value of a field comes from and goes to. */
interface Model {
  read: () => unknown;
  write: (value: unknown) => void;
  updates: (() => void)[];
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const optionValue = (option: Element): unknown =>
  'boundValue' in option ? option.boundValue : (option as HTMLOptionElement).value;

function fieldValue(field: Field): unknown {
  if (field instanceof HTMLSelectElement) {
    const chosen = [...field.selectedOptions].map(optionValue);
    return field.multiple ? chosen : (chosen[0] ?? null);
  }
  if (field.type === 'checkbox') return (field as HTMLInputElement).checked;
  if (field.type === 'number' || field.type === 'range') return field.value === '' ? null : Number(field.value);
  return field.value;
}

function show(field: Field, value: unknown): void {
  if (field instanceof HTMLSelectElement) {
    const chosen: unknown[] = field.multiple && Array.isArray(value) ? value : [value];
    let isFound = false;
    for (const option of field.options) {
      const own = optionValue(option);
      option.selected = chosen.some((one) => one === own || (one !== null && String(one) === String(own)));
      isFound ||= option.selected;
    }
    if (!isFound && !field.multiple) field.selectedIndex = -1;
  } else if (field.type === 'checkbox') (field as HTMLInputElement).checked = Boolean(value);
  else if (field.type === 'radio') (field as HTMLInputElement).checked = String(value) === field.value;
  else {
    const text = value === null || value === undefined ? '' : String(value);
    if (field.value !== text && fieldValue(field) !== value) field.value = text;
  }
}

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** Keeps a field and a value the same. Options are there only once the parts within a list of choices are drawn. */
export function keepSame(element: Element, { read, write, updates }: Model): void {
  if (!isField(element)) return;
  let before: unknown = NEVER;
  let options = -1;
  updates.push(() => {
    const value = read();
    const count = element instanceof HTMLSelectElement ? element.options.length : 0;
    if (value !== before || count !== options) show(element, value);
    before = value;
    if (element instanceof HTMLSelectElement && options !== count) queueMicrotask(() => show(element, read()));
    options = count;
  });
  const isTyped = !(element instanceof HTMLSelectElement) && !['checkbox', 'radio'].includes(element.type);
  element.addEventListener(isTyped ? 'input' : 'change', () => {
    before = fieldValue(element);
    write(before);
  });
}

const NEVER = Symbol('never');

/** `formControlName` and `[formControl]` connect a field with its part of a form. */
export function connectField(element: Element, surroundings: Surroundings, updates: (() => void)[]): void {
  const name = element.getAttribute('formcontrolname');
  const bound = element.getAttribute('[formcontrolname]');
  const direct = element.getAttribute('[formcontrol]');
  const oneWay = element.getAttribute('[ngmodel]');
  if (oneWay !== null && isField(element)) {
    updates.push(() => show(element, tried(oneWay, surroundings)));
  }
  if (name === null && bound === null && direct === null) return;
  const control = (): Control | null => {
    if (direct !== null) return (tried(direct, surroundings) as Control | null | undefined) ?? null;
    return surroundings.form()?.get(bound === null ? (name ?? '') : String(tried(bound, surroundings))) ?? null;
  };
  keepSame(element, {
    read: () => control()?.value,
    write: (value) =>
      void surroundings.run(() => {
        control()?.markAsDirty();
        control()?.setValue(value);
      }),
    updates,
  });
  element.addEventListener('blur', () => control()?.markAsTouched());
  updates.push(() => {
    if (!isField(element)) return;
    const found = control();
    element.disabled = found?.disabled === true;
    element.classList.toggle('ng-invalid', found?.invalid === true && found.touched);
    element.setAttribute('aria-invalid', String(found?.invalid === true && found.touched));
  });
}
