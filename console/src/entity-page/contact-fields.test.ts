import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { countryChoices } from '../controls/countries.ts';
import { postalCodeExample } from '../controls/postal-codes.ts';
import { contactBody, contactFields, contactValues, personFields } from './contact-fields.ts';
import { checkForm, fieldNamedBy } from './form.ts';

const t = ((key: string, values?: Record<string, unknown>) =>
  values ? `${key} ${Object.values(values).join()}` : key) as unknown as TFunction;
const words = { required: 'required', tooLong: String, malformed: 'malformed', invalid: 'invalid' };

describe('an e-mail address', () => {
  it('is refused at its own field, and not at that of the postal address', () => {
    const message = "Invalid email address format 'x'!";
    expect(fieldNamedBy(message, contactFields(t))).toBe('email');
    expect(fieldNamedBy(message, personFields(t))).toBe('email');
  });

  it('is one that the server takes', () => {
    const [field] = personFields(t);
    expect(field?.check?.('anna@example.com', {})).toBeUndefined();
    expect(field?.check?.('jürgen@example.com', {})).toBe('login.invalidEmail');
    expect(field?.check?.('anna@localhost', {})).toBe('login.invalidEmail');
  });
});

describe('the address of a customer', () => {
  it('offers countries by the beginning of any word of their name', () => {
    expect(countryChoices('nor').map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Norway', 'North Korea', 'Norfolk Island']),
    );
    expect(countryChoices('kingdom')).toEqual([{ id: 'United Kingdom', label: 'United Kingdom' }]);
    expect(countryChoices('').length).toBeGreaterThan(240);
  });

  it('knows every country whose postal codes it checks', () => {
    const known = new Set(countryChoices('').map(({ label }) => label));
    const checked = [
      ...['United States', 'Australia', 'Austria', 'Belgium', 'Brazil', 'Canada', 'Denmark', 'Faroe Islands'],
      ...['Netherlands', 'Germany', 'Hungary', 'Italy', 'Japan', 'Luxembourg', 'Poland', 'Spain', 'Sweden'],
      'United Kingdom',
    ];
    for (const country of checked) {
      expect(known.has(country), country).toBe(true);
      expect(postalCodeExample(country, '?'), country).toBeDefined();
    }
  });

  it("takes each country's own way to write a postal code, in either case", () => {
    const right = [
      ['United States', '10001'],
      ['United States', '10001-1234'],
      ['Canada', 'k1a 0b1'],
      ['Netherlands', '1012AB'],
      ['United Kingdom', 'sw1a 1aa'],
      ['Germany', 'D-10115'],
      ['Sweden', '111 20'],
      ['Norway', 'anything'],
      [undefined, 'anything'],
    ] as const;
    for (const [country, code] of right) expect(postalCodeExample(country, code), code).toBeUndefined();
    expect(postalCodeExample('Germany', '1011')).toBe('10115');
    expect(postalCodeExample('United States', 'ABCDE')).toBe('10001');
  });

  it('says at the field what a wrong postal code should look like', () => {
    const fields = contactFields(t);
    const values = { ...contactValues({ country: 'Germany', zip: '1011' }) };
    expect(checkForm(fields, values, words)).toEqual({ zip: 'contact.zipInvalid Germany,10115' });
    expect(checkForm(fields, { ...values, zip: '' }, words)).toEqual({});
  });

  it('keeps a country that is not in the list, and takes one away', () => {
    expect(contactBody(contactValues({ country: 'Narnia' })).country).toBe('Narnia');
    expect(contactBody({ ...contactValues({ country: 'Norway' }), country: null }).country).toBeNull();
  });
});
