import { Subject } from 'rxjs';

type Errors = Record<string, unknown> | null;
type Validator = (control: Control) => Errors;
/** Value, or value and whether it is disabled; validators. */
type Definition = readonly [unknown, (Validator | readonly Validator[] | null)?] | Control | unknown;

const asList = (validators: unknown): Validator[] =>
  (Array.isArray(validators) ? validators : [validators]).filter((one): one is Validator => typeof one === 'function');

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** What fields and groups of them have in common. */
export abstract class Control {
  readonly valueChanges = new Subject<unknown>();
  readonly statusChanges = new Subject<string>();
  parent: Group | null = null;
  dirty = false;
  touched = false;
  disabled = false;
  validators: Validator[];

  constructor(validators: unknown) {
    this.validators = asList(validators);
  }

  abstract get value(): unknown;
  abstract setValue(value: unknown, options?: { emitEvent?: boolean }): void;
  abstract get errors(): Errors;

  get valid(): boolean {
    return this.disabled || this.errors === null;
  }
  get invalid(): boolean {
    return !this.valid;
  }
  get status(): string {
    return this.disabled ? 'DISABLED' : this.valid ? 'VALID' : 'INVALID';
  }
  get pristine(): boolean {
    return !this.dirty;
  }
  get untouched(): boolean {
    return !this.touched;
  }
  get enabled(): boolean {
    return !this.disabled;
  }
  hasError(name: string, path?: string): boolean {
    const errors = path ? this.get(path)?.errors : this.errors;
    return Boolean(errors && name in errors);
  }
  get(_path: string): Control | null {
    return null;
  }
  patchValue(value: unknown, options?: { emitEvent?: boolean }): void {
    this.setValue(value, options);
  }
  reset(value: unknown = null, options?: { emitEvent?: boolean }): void {
    this.setValue(value, options);
    this.markAsPristine();
    this.touched = false;
  }
  markAsDirty(): void {
    this.dirty = true;
    this.parent?.markAsDirty();
  }
  markAsPristine(): void {
    this.dirty = false;
  }
  markAsTouched(): void {
    this.touched = true;
  }
  markAllAsTouched(): void {
    this.touched = true;
  }
  disable(_options?: unknown): void {
    this.disabled = true;
  }
  enable(_options?: unknown): void {
    this.disabled = false;
  }
  setValidators(validators: unknown): void {
    this.validators = asList(validators);
  }
  clearValidators(): void {
    this.validators = [];
  }
  updateValueAndValidity(options?: { emitEvent?: boolean }): void {
    if (options?.emitEvent !== false) {
      this.valueChanges.next(this.value);
      this.statusChanges.next(this.status);
    }
    this.parent?.updateValueAndValidity(options);
  }
  protected ownErrors(): Errors {
    const found = this.validators.map((validator) => validator(this)).filter((errors) => errors !== null);
    return found.length > 0 ? Object.assign({}, ...found) : null;
  }
}

class Field extends Control {
  private now: unknown;

  constructor(value: unknown, validators?: unknown) {
    super(validators);
    const state = value as { value?: unknown; disabled?: boolean } | null;
    const isState = typeof state === 'object' && state !== null && 'value' in state && 'disabled' in state;
    this.now = isState ? state.value : value;
    if (isState) this.disabled = state.disabled === true;
  }
  get value(): unknown {
    return this.now;
  }
  setValue(value: unknown, options?: { emitEvent?: boolean }): void {
    this.now = value;
    this.updateValueAndValidity(options);
  }
  get errors(): Errors {
    return this.ownErrors();
  }
}

export class Group extends Control {
  readonly controls: Record<string, Control> = {};

  constructor(controls: Record<string, Control>, validators?: unknown) {
    super(validators);
    for (const [name, control] of Object.entries(controls)) this.put(name, control);
  }
  private put(name: string, control: Control) {
    control.parent = this;
    this.controls[name] = control;
  }
  get value(): Record<string, unknown> {
    const enabled = Object.entries(this.controls).filter(([, { disabled }]) => !disabled);
    return Object.fromEntries(enabled.map(([name, { value }]) => [name, value]));
  }
  getRawValue(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
  }
  setValue(value: unknown, options?: { emitEvent?: boolean }): void {
    for (const [name, member] of Object.entries((value ?? {}) as object)) {
      this.controls[name]?.setValue(member, { emitEvent: false });
    }
    this.updateValueAndValidity(options);
  }
  override reset(value: unknown = {}, options?: { emitEvent?: boolean }): void {
    const given = (value ?? {}) as Record<string, unknown>;
    for (const [name, control] of Object.entries(this.controls))
      control.reset(given[name] ?? null, { emitEvent: false });
    this.markAsPristine();
    this.updateValueAndValidity(options);
  }
  get errors(): Errors {
    const own = this.ownErrors();
    const isWrong = Object.values(this.controls).some(({ valid }) => !valid);
    return own ?? (isWrong ? {} : null);
  }
  override get(path: string): Control | null {
    return String(path)
      .split('.')
      .reduce<Control | null>((at, name) => (at instanceof Group ? (at.controls[name] ?? null) : null), this);
  }
  addControl(name: string, control: Control): void {
    this.put(name, control);
    this.updateValueAndValidity();
  }
  removeControl(name: string): void {
    delete this.controls[name];
    this.updateValueAndValidity();
  }
  override markAsPristine(): void {
    super.markAsPristine();
    for (const control of Object.values(this.controls)) control.markAsPristine();
  }
  override markAllAsTouched(): void {
    for (const control of Object.values(this.controls)) control.markAllAsTouched();
  }
  override disable(): void {
    super.disable();
    for (const control of Object.values(this.controls)) control.disable();
  }
  override enable(): void {
    super.enable();
    for (const control of Object.values(this.controls)) control.enable();
  }
}

function controlOf(definition: Definition): Control {
  if (definition instanceof Control) return definition;
  if (Array.isArray(definition)) return new Field(definition[0], definition[1]);
  return new Field(definition);
}

/** `ctx.$scope.fb`: makes forms as Angular's form builder does. */
export const formBuilder = {
  group: (controls: Record<string, Definition>, options?: { validators?: unknown }) =>
    new Group(
      Object.fromEntries(Object.entries(controls).map(([name, definition]) => [name, controlOf(definition)])),
      options?.validators,
    ),
  control: (value: unknown, validators?: unknown) => new Field(value, validators),
};

const bound = (name: string, isWrong: (value: number) => boolean, detail: object): Validator => {
  return ({ value }) => (!isEmpty(value) && isWrong(Number(value)) ? { [name]: { ...detail, actual: value } } : null);
};

/** `ctx.$scope.validators` */
export const validators = {
  required: (({ value }) => (isEmpty(value) ? { required: true } : null)) as Validator,
  requiredTrue: (({ value }) => (value === true ? null : { required: true })) as Validator,
  min: (min: number) => bound('min', (value) => value < min, { min }),
  max: (max: number) => bound('max', (value) => value > max, { max }),
  minLength: (requiredLength: number): Validator => {
    return ({ value }) =>
      !isEmpty(value) && String(value).length < requiredLength ? { minlength: { requiredLength } } : null;
  },
  maxLength: (requiredLength: number): Validator => {
    return ({ value }) => (String(value ?? '').length > requiredLength ? { maxlength: { requiredLength } } : null);
  },
  pattern: (pattern: string | RegExp): Validator => {
    const whole = typeof pattern === 'string' ? new RegExp(`^(?:${pattern})$`) : pattern;
    return ({ value }) => (isEmpty(value) || whole.test(String(value)) ? null : { pattern: { actualValue: value } });
  },
  email: (({ value }) =>
    isEmpty(value) || /^[^@\s]+@[^@\s]+$/.test(String(value)) ? null : { email: true }) as Validator,
  nullValidator: (() => null) as Validator,
};
