// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import {
  booleanSetting,
  choiceSetting,
  integerSetting,
  TIME_UNIT_OPTIONS,
  textListSetting,
  textSetting,
  timeUnitSetting,
} from '../settings.ts';

const MAX_INTERVAL = 2_147_483_647;
/** Most values of a key in the metadata of a message. */
const MAX_LIMIT = 10_000;

export const originatorTelemetry = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetTelemetryNode',
  kind: 'ENRICHMENT',
  name: 'originator telemetry',
  directive: 'tbEnrichmentNodeGetTelemetryFromDatabase',
  configuration: z.object({
    latestTsKeyNames: textListSetting,
    fetchMode: choiceSetting(['FIRST', 'LAST', 'ALL'], 'FIRST'),
    orderBy: choiceSetting(['ASC', 'DESC'], 'ASC'),
    aggregation: choiceSetting(['MIN', 'MAX', 'AVG', 'SUM', 'COUNT', 'NONE'], 'NONE'),
    limit: integerSetting(0, 0, MAX_LIMIT),
    startInterval: integerSetting(0, 0, MAX_INTERVAL),
    startIntervalTimeUnit: timeUnitSetting,
    endInterval: integerSetting(0, 0, MAX_INTERVAL),
    endIntervalTimeUnit: timeUnitSetting,
    useMetadataIntervalPatterns: booleanSetting(false),
    startIntervalPattern: textSetting(''),
    endIntervalPattern: textSetting(''),
  }),
  defaultConfiguration: {
    latestTsKeyNames: [],
    fetchMode: 'FIRST',
    orderBy: 'ASC',
    aggregation: 'NONE',
    limit: 1000,
    startInterval: 2,
    startIntervalTimeUnit: 'MINUTES',
    endInterval: 1,
    endIntervalTimeUnit: 'MINUTES',
    useMetadataIntervalPatterns: false,
    startIntervalPattern: '',
    endIntervalPattern: '',
  },
  fields: {
    latestTsKeyNames: { control: 'texts', label: 'Telemetry keys', isOpen: true, isRequired: true },
    fetchMode: {
      control: 'choice',
      label: 'Values',
      options: { FIRST: 'The first', LAST: 'The last', ALL: 'All' },
    },
    aggregation: {
      control: 'choice',
      label: 'Aggregation over the interval',
      options: { NONE: 'None', MIN: 'Minimum', MAX: 'Maximum', AVG: 'Average', SUM: 'Sum', COUNT: 'Count' },
      when: { fetchMode: 'ALL' },
    },
    orderBy: {
      control: 'choice',
      label: 'Order',
      options: { ASC: 'Oldest first', DESC: 'Newest first' },
      when: { fetchMode: 'ALL', aggregation: 'NONE' },
    },
    limit: {
      control: 'number',
      label: 'Most values',
      help: 'Of each key. 0: 1000.',
      min: 0,
      max: MAX_LIMIT,
      when: { fetchMode: 'ALL', aggregation: 'NONE' },
    },
    startInterval: {
      control: 'number',
      label: 'From, before now',
      unitMember: 'startIntervalTimeUnit',
      min: 1,
      max: MAX_INTERVAL,
      when: { useMetadataIntervalPatterns: false },
    },
    startIntervalTimeUnit: {
      control: 'choice',
      label: 'Unit of the beginning',
      options: TIME_UNIT_OPTIONS,
      when: { useMetadataIntervalPatterns: false },
    },
    endInterval: {
      control: 'number',
      label: 'To, before now',
      unitMember: 'endIntervalTimeUnit',
      min: 1,
      max: MAX_INTERVAL,
      when: { useMetadataIntervalPatterns: false },
    },
    endIntervalTimeUnit: {
      control: 'choice',
      label: 'Unit of the end',
      options: TIME_UNIT_OPTIONS,
      when: { useMetadataIntervalPatterns: false },
    },
    useMetadataIntervalPatterns: { control: 'switch', label: 'Take the interval from the message' },
    startIntervalPattern: {
      control: 'text',
      label: 'From',
      help: 'Such as ${startTs}, in milliseconds.',
      isRequired: true,
      isPattern: true,
      when: { useMetadataIntervalPatterns: true },
    },
    endIntervalPattern: {
      control: 'text',
      label: 'To',
      help: 'Such as ${endTs}, in milliseconds.',
      isRequired: true,
      isPattern: true,
      when: { useMetadataIntervalPatterns: true },
    },
  },
  description: 'Adds telemetry of the originator within an interval to the metadata.',
  details:
    'The first or last value of each key, or a list of all with their times. Keys without values in the interval are ' +
    'left out; nothing to read, or an interval that is not given in milliseconds, is a <code>Failure</code>.',
});
