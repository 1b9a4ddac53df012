import { from, type ObservableInput, of, Subject, take } from 'rxjs';

type Errors = Record<string, unknown> | null;
type Validator = (control: Control) => Errors;
type AsyncValidator = (control: Control) => ObservableInput<Errors>;
/** `onlySelf`: what a control is part of is not told. */
interface ChangeOptions {
  emitEvent?: boolean;
  onlySelf?: boolean;
}
/** Value, or value and whether it is disabled; validators, and those that answer later. */
type Definition = readonly [unknown, validators?: unknown, asyncValidators?: unknown] | Control | unknown;

const asList = <Kind = Validator>(validators: unknown): Kind[] =>
  (Array.isArray(validators) ? validators : [validators]).filter((one): one is Kind => typeof one === 'function');

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** What fields and groups of them have in common. */
export abstract class Control {
  readonly valueChanges = new Subject<unknown>();
  readonly statusChanges = new Subject<string>();
  parent: Control | null = null;
  dirty = false;
  touched = false;
  disabled = false;
  /** What is asked of others whether the value is right has not been answered. */
  pending = false;
  validators: Validator[];
  private asyncValidators: AsyncValidator[] = [];
  /** Errors that somebody has set, or that came later; undefined: what the validators say. */
  private given: Errors | undefined;
  /** Counts changes: answers about a value that has changed since are none. */
  private change = 0;

  constructor(validators: unknown) {
    this.validators = asList(validators);
  }

  abstract get value(): unknown;
  abstract setValue(value: unknown, options?: ChangeOptions): void;

  get errors(): Errors {
    return this.given === undefined ? this.ownErrors() : this.given;
  }
  get valid(): boolean {
    return this.disabled || (this.errors === null && !this.pending);
  }
  get invalid(): boolean {
    return !this.disabled && !this.pending && !this.valid;
  }
  get status(): string {
    return this.disabled ? 'DISABLED' : this.pending ? 'PENDING' : this.valid ? 'VALID' : 'INVALID';
  }
  get root(): Control {
    return this.parent?.root ?? this;
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
  get(_path: string | readonly (string | number)[]): Control | null {
    return null;
  }
  patchValue(value: unknown, options?: ChangeOptions): void {
    this.setValue(value, options);
  }
  reset(value: unknown = null, options?: ChangeOptions): void {
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
  markAsUntouched(): void {
    this.touched = false;
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
  setAsyncValidators(validators: unknown): void {
    this.asyncValidators = asList<AsyncValidator>(validators);
  }
  clearAsyncValidators(): void {
    this.asyncValidators = [];
  }
  /** Until the value changes, or is looked at again. */
  setErrors(errors: Errors, options?: ChangeOptions): void {
    this.given = errors;
    if (options?.emitEvent !== false) this.statusChanges.next(this.status);
  }
  updateValueAndValidity(options?: ChangeOptions): void {
    this.given = undefined;
    this.askOthers(options);
    if (options?.emitEvent !== false) {
      this.valueChanges.next(this.value);
      this.statusChanges.next(this.status);
    }
    if (options?.onlySelf !== true) this.parent?.updateValueAndValidity(options);
  }
  /** Has those validators look at the value that answer later, when the others have nothing to say. */
  private askOthers(options: ChangeOptions | undefined): void {
    const change = ++this.change;
    let unanswered = this.disabled || this.ownErrors() !== null ? 0 : this.asyncValidators.length;
    this.pending = unanswered > 0;
    const found: Record<string, unknown> = {};
    if (!this.pending) return;
    for (const validator of this.asyncValidators) {
      from(validator(this) ?? of(null))
        .pipe(take(1))
        .subscribe((errors) => {
          if (change !== this.change) return;
          Object.assign(found, errors);
          if (--unanswered > 0) return;
          this.pending = false;
          this.setErrors(Object.keys(found).length > 0 ? found : null, options);
        });
    }
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
  setValue(value: unknown, options?: ChangeOptions): void {
    this.now = value;
    this.updateValueAndValidity(options);
  }
}

/** What controls are part of, each by its name or place. */
export abstract class Parts extends Control {
  abstract part(name: string): Control | null;
  abstract parts(): readonly Control[];

  override get valid(): boolean {
    return this.disabled || (super.valid && this.parts().every(({ valid, disabled }) => valid || disabled));
  }
  override get(path: string | readonly (string | number)[]): Control | null {
    const names = typeof path === 'object' ? path : String(path).split('.');
    return names.reduce<Control | null>((at, name) => (at instanceof Parts ? at.part(String(name)) : null), this);
  }
  override markAsPristine(): void {
    super.markAsPristine();
    for (const control of this.parts()) control.markAsPristine();
  }
  override markAllAsTouched(): void {
    super.markAllAsTouched();
    for (const control of this.parts()) control.markAllAsTouched();
  }
  override markAsUntouched(): void {
    super.markAsUntouched();
    for (const control of this.parts()) control.markAsUntouched();
  }
  override disable(): void {
    super.disable();
    for (const control of this.parts()) control.disable();
  }
  override enable(): void {
    super.enable();
    for (const control of this.parts()) control.enable();
  }
}

/** How a part changes with what it is part of, which tells its own parents. */
const asPart = (options: ChangeOptions | undefined): ChangeOptions => ({ ...options, onlySelf: true });

class Group extends Parts {
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
  part(name: string): Control | null {
    return this.controls[name] ?? null;
  }
  parts(): readonly Control[] {
    return Object.values(this.controls);
  }
  contains(name: string): boolean {
    return this.controls[name]?.enabled === true;
  }
  setValue(value: unknown, options?: ChangeOptions): void {
    for (const [name, member] of Object.entries((value ?? {}) as object)) {
      this.controls[name]?.patchValue(member, asPart(options));
    }
    this.updateValueAndValidity(options);
  }
  override reset(value: unknown = {}, options?: ChangeOptions): void {
    const given = (value ?? {}) as Record<string, unknown>;
    for (const [name, control] of Object.entries(this.controls)) control.reset(given[name] ?? null, asPart(options));
    this.markAsPristine();
    this.markAsUntouched();
    this.updateValueAndValidity(options);
  }
  addControl(name: string, control: Control): void {
    this.put(name, control);
    this.updateValueAndValidity();
  }
  setControl(name: string, control: Control): void {
    this.addControl(name, control);
  }
  removeControl(name: string): void {
    delete this.controls[name];
    this.updateValueAndValidity();
  }
}

/** A list of controls, by their places. */
class List extends Parts {
  readonly controls: Control[] = [];

  constructor(controls: readonly Control[], validators?: unknown) {
    super(validators);
    for (const control of controls) this.put(this.length, 0, control);
  }
  private put(index: number, removed: number, control: Control) {
    control.parent = this;
    this.controls.splice(index, removed, control);
  }
  get length(): number {
    return this.controls.length;
  }
  get value(): unknown[] {
    return this.controls.filter(({ disabled }) => this.disabled || !disabled).map(({ value }) => value);
  }
  getRawValue(): unknown[] {
    return this.controls.map((control) =>
      control instanceof Group || control instanceof List ? control.getRawValue() : control.value,
    );
  }
  part(name: string): Control | null {
    return this.controls[Number(name)] ?? null;
  }
  parts(): readonly Control[] {
    return this.controls;
  }
  at(index: number): Control | undefined {
    return this.controls.at(index);
  }
  push(control: Control): void {
    this.insert(this.length, control);
  }
  insert(index: number, control: Control): void {
    this.put(index, 0, control);
    this.updateValueAndValidity();
  }
  setControl(index: number, control: Control): void {
    this.put(index, 1, control);
    this.updateValueAndValidity();
  }
  removeAt(index: number): void {
    this.controls.splice(index, 1);
    this.updateValueAndValidity();
  }
  clear(): void {
    this.controls.length = 0;
    this.updateValueAndValidity();
  }
  setValue(value: unknown, options?: ChangeOptions): void {
    for (const [index, member] of (Array.isArray(value) ? value : []).entries())
      this.controls[index]?.patchValue(member, asPart(options));
    this.updateValueAndValidity(options);
  }
  override reset(value: unknown = [], options?: ChangeOptions): void {
    const given = Array.isArray(value) ? value : [];
    for (const [index, control] of this.controls.entries()) control.reset(given[index] ?? null, asPart(options));
    this.markAsPristine();
    this.markAsUntouched();
    this.updateValueAndValidity(options);
  }
}

function controlOf(definition: Definition): Control {
  if (definition instanceof Control) return definition;
  if (!Array.isArray(definition)) return new Field(definition);
  const field = new Field(definition[0], definition[1]);
  field.setAsyncValidators(definition[2]);
  return field;
}

/** `ctx.$scope.fb`: makes forms as Angular's form builder does. */
export const formBuilder = {
  group: (controls: Record<string, Definition>, options?: { validators?: unknown }) =>
    new Group(
      Object.fromEntries(Object.entries(controls).map(([name, definition]) => [name, controlOf(definition)])),
      options?.validators,
    ),
  control: (value: unknown, validators?: unknown, asyncValidators?: unknown) =>
    controlOf([value, validators, asyncValidators]),
  array: (controls: readonly Definition[], validators?: unknown) => new List(controls.map(controlOf), validators),
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
  compose: (all: unknown): Validator | null => {
    const list = asList(all);
    if (list.length === 0) return null;
    return (control) => {
      const found = list.map((validator) => validator(control)).filter((errors) => errors !== null);
      return found.length > 0 ? Object.assign({}, ...found) : null;
    };
  },
};
