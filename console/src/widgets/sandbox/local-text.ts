type Request = [
  what: 'number' | 'dateTime' | 'date' | 'time' | 'format' | 'compare' | 'options',
  /** Numbers and times as text, because of NaN. */
  value: string,
  locales: string | string[] | null,
  options: object | null,
  other: string | null,
];

/**
 * What scripts ask of the person's language: numbers and times written in it, the order of two texts. The virtual
 * machine has no locales of its own.
 * @throws RangeError for languages and options that there are not
 */
export function localText(request: string): string {
  const [what, value, requestedLocales, given, other] = JSON.parse(request) as Request;
  const locales = requestedLocales ?? undefined;
  const options = given ?? undefined;
  switch (what) {
    case 'number':
      return Number(value).toLocaleString(locales, options);
    case 'dateTime':
      return new Date(Number(value)).toLocaleString(locales, options);
    case 'date':
      return new Date(Number(value)).toLocaleDateString(locales, options);
    case 'time':
      return new Date(Number(value)).toLocaleTimeString(locales, options);
    case 'format':
      return new Intl.DateTimeFormat(locales, options).format(Number(value));
    case 'compare':
      return String(value.localeCompare(other ?? '', locales, options));
    case 'options':
      return JSON.stringify(
        (value === 'number'
          ? new Intl.NumberFormat(locales, options)
          : new Intl.DateTimeFormat(locales, options)
        ).resolvedOptions(),
      );
  }
}
