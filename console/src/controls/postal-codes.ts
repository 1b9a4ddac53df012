/** What postal codes look like, by the English name of the country, with an example. Others are not checked. */
const FORMS: Readonly<Record<string, readonly [RegExp, string]>> = {
  Australia: [/^\d{4}$/, '2000'],
  Austria: [/^(A-?)?\d{4}$/, '1010'],
  Belgium: [/^(B-?)?\d{4}$/, '1000'],
  Brazil: [/^\d{5}-?\d{3}$/, '01310-100'],
  Canada: [/^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/, 'K1A 0B1'],
  Denmark: [/^(DK-?)?\d{4}$/, '1050'],
  'Faroe Islands': [/^(FO-?)?\d{3}$/, '100'],
  Germany: [/^(D-?)?\d{5}$/, '10115'],
  Hungary: [/^(H-?)?\d{4}$/, '1011'],
  Italy: [/^(I-?)?\d{5}$/, '00118'],
  Japan: [/^\d{3}-?\d{4}$/, '100-0001'],
  Luxembourg: [/^(L-?)?\d{4}$/, '1111'],
  Netherlands: [/^(NL-?)?\d{4} ?[A-Z]{2}$/, '1012 AB'],
  Poland: [/^\d{2}-?\d{3}$/, '00-001'],
  Spain: [/^(E-?)?\d{5}$/, '28001'],
  Sweden: [/^(SE?-?)?\d{3} ?\d{2}$/, '111 20'],
  'United Kingdom': [/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, 'SW1A 1AA'],
  'United States': [/^\d{5}([- ]\d{4})?$/, '10001'],
};

/** An example of how `country` writes postal codes, when `code` is not one; undefined when it is. */
export function postalCodeExample(country: string | undefined, code: string): string | undefined {
  const [form, example] = FORMS[country ?? ''] ?? [];
  return form && !form.test(code.trim().toUpperCase()) ? example : undefined;
}
