import type { FormValue, FormValues } from '../../entity-page/form.ts';

/** Where something is, in degrees; null: not known. As server attributes hold it, under these names. */
export interface Place {
  latitude: number | null;
  longitude: number | null;
}

const LIMITS = { latitude: 90, longitude: 180 } as const;

/** A number of degrees as people type it, also with a comma; null when nothing is typed, NaN when it is not one. */
function degrees(value: FormValue | undefined): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return null;
  return /^[-+−]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.').replace('−', '-')) : Number.NaN;
}

/** The place that a form holds. */
export function placeOf(values: FormValues): Place {
  return { latitude: degrees(values.latitude), longitude: degrees(values.longitude) };
}

/** What a form holds of a place. */
export function placeValues({ latitude, longitude }: Place): FormValues {
  return {
    latitude: latitude === null ? '' : String(latitude),
    longitude: longitude === null ? '' : String(longitude),
  };
}

/** What is wrong with one half of the place of a form, as a key of texts. */
export function placeProblem(half: keyof Place, values: FormValues): string | undefined {
  const place = placeOf(values);
  const value = place[half];
  if (value === null) return undefined;
  if (!(Math.abs(value) <= LIMITS[half])) {
    return half === 'latitude' ? 'entityAdmin.notLatitude' : 'entityAdmin.notLongitude';
  }
  if (half === 'latitude') return place.longitude === null ? 'entityAdmin.longitudeToo' : undefined;
  return place.latitude === null ? 'entityAdmin.latitudeToo' : undefined;
}

/** The place among the attributes of an entity. What is no number is no place, and is left alone unless it is typed over. */
export function placeAmong(attributes: readonly { key: string; value: unknown }[]): Place {
  const half = (name: keyof Place) => {
    const value = attributes.find(({ key }) => key === name)?.value;
    const number = typeof value === 'string' ? degrees(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : null;
  };
  return { latitude: half('latitude'), longitude: half('longitude') };
}

/** The attributes that have to be written, null for those that go; undefined when the place stays as it is. */
export function placeChange(before: Place, after: Place): Readonly<Record<string, unknown>> | undefined {
  const changed = (['latitude', 'longitude'] as const).filter((half) => before[half] !== after[half]);
  return changed.length > 0 ? Object.fromEntries(changed.map((half) => [half, after[half]])) : undefined;
}
