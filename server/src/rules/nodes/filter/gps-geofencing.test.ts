import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { gpsGeofencingNode } from './gps-geofencing.ts';

const keys = { latitudeKeyName: 'lat', longitudeKeyName: 'lng' };
const at = (lat: unknown, lng: unknown) => ({ data: JSON.stringify({ lat, lng }) });
const circle = (range: number, rangeUnit: string) => ({
  ...keys,
  perimeterType: 'CIRCLE',
  centerLatitude: 50,
  centerLongitude: 30,
  range,
  rangeUnit,
});
const polygon = (polygonsDefinition: string) => ({ ...keys, perimeterType: 'POLYGON', polygonsDefinition });
/** Shaped like an L. */
const corners = '[0,0],[0,10],[5,10],[5,5],[10,5],[10,0]';
const fromMessage = { ...keys, fetchPerimeterInfoFromMessageMetadata: 'true' };
const inMetadata = { centerLatitude: '50', centerLongitude: '30', range: '112', rangeUnit: 'KILOMETER' };

testRuleNode(gpsGeofencingNode, [
  // One degree of latitude is 111.195 km.
  { title: 'within kilometres', configuration: circle(111.2, 'KILOMETER'), message: at(51, 30), relation: 'True' },
  { title: 'beyond kilometres', configuration: circle(111.19, 'KILOMETER'), message: at(51, 30), relation: 'False' },
  { title: 'within metres', configuration: circle(111_200, 'METER'), message: at('51', '30'), relation: 'True' },
  { title: 'beyond metres', configuration: circle(111_190, 'METER'), message: at(51, 30), relation: 'False' },
  { title: 'within feet', configuration: circle(364_820, 'FOOT'), message: at(51, 30), relation: 'True' },
  { title: 'beyond feet', configuration: circle(364_810, 'FOOT'), message: at(51, 30), relation: 'False' },
  { title: 'within miles', configuration: circle(69.1, 'MILE'), message: at(51, 30), relation: 'True' },
  { title: 'beyond miles', configuration: circle(69.09, 'MILE'), message: at(51, 30), relation: 'False' },
  {
    title: 'within nautical miles',
    configuration: circle(60.05, 'NAUTICAL_MILE'),
    message: at(51, 30),
    relation: 'True',
  },
  {
    title: 'beyond nautical miles',
    configuration: circle(60.03, 'NAUTICAL_MILE'),
    message: at(51, 30),
    relation: 'False',
  },
  {
    title: 'the border of a circle is outside',
    configuration: circle(0, 'METER'),
    message: at(50, 30),
    relation: 'False',
  },
  { title: 'in a polygon', configuration: polygon(`[${corners}]`), message: at(2, 8), relation: 'True' },
  { title: 'in its bay', configuration: polygon(`[${corners}]`), message: at(8, 8), relation: 'False' },
  { title: 'on its border', configuration: polygon(`[${corners}]`), message: at(5, 7), relation: 'True' },
  { title: 'on its corner', configuration: polygon(`[${corners}]`), message: at(10, 5), relation: 'True' },
  {
    title: 'in a list of polygons',
    configuration: polygon(`[[${corners},[0,0]]]`),
    message: at(8, 2),
    relation: 'True',
  },
  {
    title: 'takes position and circle from the metadata',
    configuration: fromMessage,
    message: { metadata: { ...inMetadata, lat: '51', lng: '30' } },
    relation: 'True',
  },
  {
    title: 'a polygon in the metadata comes first',
    configuration: fromMessage,
    message: { ...at(51, 30), metadata: { ...inMetadata, perimeter: `[${corners}]` } },
    relation: 'False',
  },
  {
    title: 'fails without a perimeter in the metadata',
    configuration: fromMessage,
    message: at(1, 1),
    fails: 'Missing perimeter definition!',
  },
  {
    title: 'fails for an unknown unit',
    configuration: fromMessage,
    message: { ...at(1, 1), metadata: { ...inMetadata, rangeUnit: 'INCH' } },
    fails: 'Unknown unit of the range: INCH',
  },
  {
    title: 'fails for a range that is no number',
    configuration: fromMessage,
    message: { ...at(1, 1), metadata: { ...inMetadata, range: 'far' } },
    fails: 'must be numbers',
  },
  {
    title: 'fails for a polygon that is not one',
    configuration: fromMessage,
    message: { ...at(1, 1), metadata: { perimeter: '[[1,2],[3]]' } },
    fails: 'at least three',
  },
  {
    title: 'fails without a position',
    configuration: circle(1, 'METER'),
    fails: 'Neither payload nor metadata has lat',
  },
  {
    title: 'fails for a position that is no number',
    configuration: circle(1, 'METER'),
    message: at('north', 1),
    fails: 'The value of lat is not a number',
  },
  {
    title: 'fails for a payload that is no object',
    configuration: circle(1, 'METER'),
    message: { data: '[]' },
    fails: 'The payload is not an object',
  },
]);

test.each([
  [{ ...keys }, 'Missing perimeter definition!'],
  [{ ...circle(1, 'METER'), rangeUnit: null }, 'Missing perimeter definition!'],
  [polygon('{}'), 'at least three'],
  [polygon('no'), 'at least three'],
])('does not start with %o', async (configuration, text) => {
  await expect(tryRuleNode(gpsGeofencingNode, configuration)).rejects.toThrow(text);
});
