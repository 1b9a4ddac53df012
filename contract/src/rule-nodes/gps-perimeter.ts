import * as z from 'zod/mini';
import type { FormFields } from './form-fields.ts';
import { booleanSetting, choiceSetting, numberSetting, textSetting } from './settings.ts';

/** Units of distances, by how many of them are a kilometre. */
export const RANGE_UNITS = {
  METER: 1_000,
  KILOMETER: 1,
  FOOT: 3_280.84,
  MILE: 0.62137,
  NAUTICAL_MILE: 0.539957,
} as const;
export type RangeUnit = keyof typeof RANGE_UNITS;

/** Configuration of the nodes that compare a position with a perimeter. */
export const gpsPerimeter = z.object({
  latitudeKeyName: textSetting(''),
  longitudeKeyName: textSetting(''),
  fetchPerimeterInfoFromMessageMetadata: booleanSetting(false),
  perimeterType: choiceSetting(['CIRCLE', 'POLYGON'], null),
  polygonsDefinition: textSetting(null),
  centerLatitude: numberSetting,
  centerLongitude: numberSetting,
  range: numberSetting,
  rangeUnit: choiceSetting(Object.keys(RANGE_UNITS) as RangeUnit[], null),
});
export type GpsPerimeter = z.infer<typeof gpsPerimeter>;

export const GPS_PERIMETER_DEFAULT = {
  latitudeKeyName: 'latitude',
  longitudeKeyName: 'longitude',
  fetchPerimeterInfoFromMessageMetadata: true,
  perimeterType: null,
  polygonsDefinition: null,
  centerLatitude: null,
  centerLongitude: null,
  range: null,
  rangeUnit: null,
};

export const gpsPerimeterFields: FormFields<GpsPerimeter> = {
  latitudeKeyName: { control: 'text', label: 'Key of the latitude', isRequired: true },
  longitudeKeyName: { control: 'text', label: 'Key of the longitude', isRequired: true },
  fetchPerimeterInfoFromMessageMetadata: { control: 'switch', label: 'Take the perimeter from the metadata' },
  perimeterType: {
    control: 'choice',
    label: 'Perimeter',
    isRequired: true,
    options: { CIRCLE: 'Circle', POLYGON: 'Polygon' },
    when: { fetchPerimeterInfoFromMessageMetadata: false },
  },
  polygonsDefinition: {
    control: 'text',
    label: 'Polygon',
    isRequired: true,
    isLong: true,
    help: 'Latitude and longitude of each corner, such as [[48.1,16.3],[48.2,16.3],[48.2,16.4]].',
    when: { fetchPerimeterInfoFromMessageMetadata: false, perimeterType: 'POLYGON' },
  },
  centerLatitude: {
    control: 'number',
    label: 'Latitude of the centre',
    unit: '°',
    min: -90,
    max: 90,
    when: { fetchPerimeterInfoFromMessageMetadata: false, perimeterType: 'CIRCLE' },
  },
  centerLongitude: {
    control: 'number',
    label: 'Longitude of the centre',
    unit: '°',
    min: -180,
    max: 180,
    when: { fetchPerimeterInfoFromMessageMetadata: false, perimeterType: 'CIRCLE' },
  },
  range: {
    control: 'number',
    label: 'Radius',
    min: 0,
    unitMember: 'rangeUnit',
    when: { fetchPerimeterInfoFromMessageMetadata: false, perimeterType: 'CIRCLE' },
  },
  rangeUnit: {
    control: 'choice',
    label: 'Unit of the radius',
    isRequired: true,
    options: {
      METER: 'Metres',
      KILOMETER: 'Kilometres',
      FOOT: 'Feet',
      MILE: 'Miles',
      NAUTICAL_MILE: 'Nautical miles',
    },
    when: { fetchPerimeterInfoFromMessageMetadata: false, perimeterType: 'CIRCLE' },
  },
};

/** What the help of these nodes says about positions and perimeters. */
export const GPS_PERIMETER_HELP =
  'The position is taken from the payload, else from the metadata. A perimeter in the metadata is ' +
  '<code>perimeter</code>, a polygon, or else <code>centerLatitude</code>, <code>centerLongitude</code>, ' +
  '<code>range</code> and <code>rangeUnit</code>. A message without position or perimeter is a <code>Failure</code>.';
