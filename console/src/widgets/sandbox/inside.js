/**
 * Runs inside the virtual machine, in the world of one script and before that script: what calls it, what the language
 * there lacks beside a browser's, and bounds for what the machine itself cannot interrupt. Everything is kept in
 * constants of its own, so that a script which changes the globals of its world only confuses itself.
 * Loaded as text: see machine.ts.
 *
 * local: text → text, see local-text.ts; bounds: LIMITS of machine.ts as JSON; source: an expression, the function.
 * Answers an object of two functions, or what is wrong with the source, as `explain` writes it.
 */
(local, bounds, source) => {
  const { parse, stringify } = JSON;
  const limits = parse(bounds);
  const { isArray } = Array;
  const { apply } = Reflect;
  const { now } = Date;
  const { getOwnPropertyDescriptor, getOwnPropertyNames } = Object;
  const Thing = Object;
  const ArrayOf = Array;
  const Time = Date;
  const Text = String;
  const { includes } = Text.prototype;
  const Pattern = RegExp;
  const Numbers = Float64Array;
  const Later = Promise;
  const Stop = InternalError;
  const Wrong = RangeError;

  // Values travel as JSON. What it loses stands as {"\0": …}: a number is a date, a text names the rest.
  const SPECIAL = '\0';
  function mark(key, item) {
    const own = this[key];
    if (own instanceof Time) return { [SPECIAL]: own.getTime() };
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') return { [SPECIAL]: 'undefined' };
    return typeof item === 'number' && item - item !== 0 ? { [SPECIAL]: Text(item) } : item;
  }
  function revive(_key, item) {
    if (item === null || typeof item !== 'object' || !(SPECIAL in item)) return item;
    const special = item[SPECIAL];
    return typeof special === 'string' ? (special === 'undefined' ? undefined : +special) : new Time(special ?? NaN);
  }
  const read = (text) => (apply(includes, text, ['\\u0000']) ? parse(text, revive) : parse(text));
  function write(value) {
    if (typeof value === 'number' && value - value === 0) return `=${value}`;
    if (typeof value === 'string') return `=${stringify(value)}`;
    if (value instanceof Later) throw new TypeError('Asynchronous functions are not supported here');
    return `=${stringify(value, mark)}`;
  }
  /** The answer for what a script threw: name, message, and the line of the script where it happened. */
  function explain(error) {
    try {
      if (typeof error !== 'object' || error === null) return `!${stringify(['Error', Text(error)])}`;
      const [, line] = /<input>:(\d+)/.exec(error.stack) ?? [];
      return `!${stringify([Text(error.name ?? 'Error'), Text(error.message ?? '').slice(0, 1000), +line])}`;
    } catch {
      return '!["Error",""]';
    }
  }

  // Natives look at their lists and texts in one go, which nothing can interrupt: they get none that are very long.
  let until = 0;
  function inTime() {
    until ||= now() + limits.time;
    if (now() > until) throw new Stop('interrupted');
  }
  function checkedList(list) {
    const length = isArray(list) ? list.length : getOwnPropertyDescriptor(Thing(list), 'length')?.value;
    if (typeof length !== 'number') throw new Wrong('This is not a list');
    if (length > limits.list) throw new Wrong('A list grows too long');
  }
  for (const name of getOwnPropertyNames(ArrayOf.prototype)) {
    const native = ArrayOf.prototype[name];
    if (typeof native !== 'function' || name === 'constructor') continue;
    ArrayOf.prototype[name] = function (...args) {
      inTime();
      checkedList(this);
      return apply(native, this, args);
    };
  }
  function flatten(from, depth, into) {
    checkedList(from);
    for (let at = 0; at < from.length; at++) {
      if (depth > 0 && isArray(from[at])) flatten(from[at], depth - 1, into);
      else if (at in from) into[into.length] = from[at];
    }
    return into;
  }
  ArrayOf.prototype.flat = function (depth = 1) {
    return flatten(this, depth, []);
  };
  ArrayOf.prototype.flatMap = function (...args) {
    return flatten(this.map(...args), 1, []);
  };
  ArrayOf.prototype.concat = function (...lists) {
    return flatten([this, ...lists], 1, []);
  };
  for (const name of ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll']) {
    const native = Text.prototype[name];
    Text.prototype[name] = function (sought, ...args) {
      inTime();
      const what = typeof sought === 'object' && sought && !(sought instanceof Pattern) ? Text(sought) : sought;
      const whole = Text(this);
      if (typeof what === 'string' && whole.length * what.length > limits.search)
        throw new Wrong('A text grows too long');
      return apply(native, whole, [what, ...args]);
    };
  }
  // What goes through lists in the same way and is younger than the scripts of dashboards, and what they do not need.
  delete Math.sumPrecise;
  delete Text.raw;
  for (const prototype of [Iterator.prototype, Set.prototype]) {
    const kept = prototype === Set.prototype ? 'add has delete clear size forEach values keys entries constructor' : '';
    for (const name of getOwnPropertyNames(prototype)) if (!kept.split(' ').includes(name)) delete prototype[name];
  }
  for (const name of getOwnPropertyNames(globalThis))
    if (/.Array$|ArrayBuffer|DataView|Iterator/.test(name)) delete globalThis[name];

  // The machine has no locales: numbers, dates and the order of texts are written by the browser.
  const ask = (what, value, locales, options, other) =>
    local(stringify([what, typeof value === 'number' ? Text(value) : value, locales, options, other]));
  const dated = (what) =>
    function (locales, options) {
      return ask(what, this.getTime(), locales, options);
    };
  Time.prototype.toLocaleString = dated('dateTime');
  Time.prototype.toLocaleDateString = dated('date');
  Time.prototype.toLocaleTimeString = dated('time');
  Number.prototype.toLocaleString = function (locales, options) {
    return ask('number', +this, locales, options);
  };
  Text.prototype.localeCompare = function (other, locales, options) {
    return +ask('compare', Text(this), locales, options, Text(other));
  };
  function formatter(what) {
    return function made(locales, options) {
      return {
        __proto__: made.prototype,
        format: (value = now()) => ask(what, +value, locales, options),
        resolvedOptions: () => parse(ask('options', what, locales, options)),
      };
    };
  }
  globalThis.Intl = { NumberFormat: formatter('number'), DateTimeFormat: formatter('format') };
  const quiet = () => undefined;
  globalThis.console = { log: quiet, warn: quiet, error: quiet, info: quiet, debug: quiet };

  /** Patterns of dates that have a name, as the consoles that scripts were written for know them. */
  const DATES = {
    short: 'M/d/yy, h:mm a',
    medium: 'MMM d, y, h:mm:ss a',
    long: 'MMMM d, y, h:mm:ss a',
    shortDate: 'M/d/yy',
    mediumDate: 'MMM d, y',
    longDate: 'MMMM d, y',
    fullDate: 'EEEE, MMMM d, y',
    shortTime: 'h:mm a',
    mediumTime: 'h:mm:ss a',
  };
  const padded = (value, length) => Text(value).padStart(length, '0');
  const named = (time, options) => time.toLocaleDateString(undefined, options);
  const LETTERS = {
    y: (time, count) => (count === 2 ? padded(time.getFullYear() % 100, 2) : padded(time.getFullYear(), count)),
    M: (time, count) =>
      count < 3 ? padded(time.getMonth() + 1, count) : named(time, { month: count === 3 ? 'short' : 'long' }),
    d: (time, count) => padded(time.getDate(), count),
    E: (time, count) => named(time, { weekday: count < 4 ? 'short' : 'long' }),
    H: (time, count) => padded(time.getHours(), count),
    h: (time, count) => padded(time.getHours() % 12 || 12, count),
    m: (time, count) => padded(time.getMinutes(), count),
    s: (time, count) => padded(time.getSeconds(), count),
    S: (time, count) => padded(time.getMilliseconds(), 3).slice(0, count),
    a: (time) => (time.getHours() < 12 ? 'AM' : 'PM'),
  };
  function dateText(value, format) {
    if (value === null || value === undefined || value === '') return '';
    const time = new Time(typeof value === 'string' && /^-?\d+$/.test(value) ? +value : value);
    if (Number.isNaN(time.getTime())) return '';
    const pattern = DATES[format ?? 'mediumDate'] ?? Text(format);
    return pattern.replace(/'([^']*)'|([A-Za-z])\2*/g, (run, quoted, letter) =>
      quoted === undefined ? (LETTERS[letter] ? LETTERS[letter](time, run.length) : run) : quoted,
    );
  }
  function valueText(value, decimals, units, zeros) {
    if (value === null || value === undefined) return '';
    const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? +value : NaN;
    const isPlain = typeof value === 'number' || Text(number) === value;
    if (number - number !== 0 || !(isPlain || typeof decimals === 'number' || units)) return value;
    const fixed = typeof decimals === 'number' ? number.toFixed(decimals) : Text(number);
    return (zeros ? fixed : Text(+fixed)) + (units ? ` ${units}` : '');
  }
  /** The context of a widget travels as data; what scripts can do with it is added here. */
  function helped(given) {
    if (typeof given !== 'object' || given?.isWidgetContext !== true) return given;
    given.utils = {
      formatValue: valueText,
      isDefined: (value) => value !== undefined,
      isUndefined: (value) => value === undefined,
      isDefinedAndNotNull: (value) => value !== undefined && value !== null,
      defaultValue: (value, otherwise) => value ?? otherwise,
      customTranslation: (text, otherwise) => text ?? otherwise ?? '',
    };
    given.date = { transform: dateText };
    given.translate = { instant: (key) => key };
    if (given.around) surround(given);
    return given;
  }
  /** What belongs to the whole context of a widget. */
  function surround(given) {
    const { widget, datasources, data, activeEntity, steps, stateNames, entityAliases, ...rest } = given.around;
    delete given.around;
    const last = steps[steps.length - 1] ?? { id: 'default', params: {} };
    const paramsOf = { __proto__: null };
    for (let at = 0; at < steps.length; at++) paramsOf[steps[at].id] ??= steps[at].params;
    const aliasIds = { __proto__: null };
    for (const id in entityAliases) aliasIds[entityAliases[id].alias] ??= id;
    const actions = widget.config.actions ?? {};
    const first = () => activeEntity;
    const subscribed = { datasources, data, timeWindow: rest.timeWindow };
    const whole = { ...rest, ...subscribed, widget, widgetConfig: widget.config, activeEntityInfo: activeEntity };
    for (const name in whole) given[name] = whole[name];
    given.defaultSubscription = { ...subscribed, type: widget.type, getFirstEntityInfo: first };
    given.actionsApi = {
      actionDescriptorsBySourceId: actions,
      getActionDescriptors: (source) => actions[source] ?? [],
      getActiveEntityInfo: first,
    };
    given.stateController = {
      getStateParams: () => last.params,
      getStateParamsByStateId: (id) => paramsOf[id] ?? {},
      getStateId: () => last.id,
      getStateIndex: () => steps.length - 1,
      getStateIdAtIndex: (index) => steps[index]?.id ?? null,
      getCurrentStateName: () => stateNames[last.id] ?? last.id,
      getEntityId: (name) => (name ? last.params[name] : last.params)?.entityId ?? null,
    };
    given.aliasController = {
      getEntityAliases: () => entityAliases,
      getEntityAliasId: (name) => aliasIds[name] ?? null,
    };
    given.dashboard = {
      isEdit: rest.isEdit,
      isMobileSize: rest.isMobile,
      dashboardTimewindow: rest.dashboardTimewindow,
      stateController: given.stateController,
      aliasController: given.aliasController,
    };
  }

  // biome-ignore lint/security/noGlobalEval: this is the machine that was made to evaluate the script
  const evaluate = globalThis.eval;
  let script;
  try {
    script = evaluate(source);
  } catch (error) {
    return explain(error);
  }
  if (typeof script !== 'function') return explain(new SyntaxError('One function body is expected'));
  return {
    /** One call: arguments as JSON to the result as JSON, or what failed. */
    call(args) {
      until = 0;
      try {
        const given = read(args);
        // No method of a list: a script may have changed those of its world.
        for (let at = 0; at < given.length; at++) given[at] = helped(given[at]);
        return write(script(...given));
      } catch (error) {
        return explain(error);
      }
    },
    /** Many calls, each seeing the one before: see CompiledSeries. Columns of numbers come and go as their bytes. */
    series(timeBytes, given, before) {
      until = 0;
      try {
        const times = new Numbers(timeBytes);
        const values = typeof given === 'string' ? read(given) : given && new Numbers(given);
        let result = read(before)[0];
        let [time, value] = [0, 0];
        const results = [];
        let numeric = true;
        for (let at = 0; at < times.length; at++) {
          if (values) {
            result = script(times[at], values[at], result, time, value);
            value = values[at];
          } else result = script(times[at], result);
          time = times[at];
          numeric &&= typeof result === 'number';
          results[at] = result;
        }
        return numeric ? new Numbers(results).buffer : write(results);
      } catch (error) {
        return explain(error);
      }
    },
  };
};
