import * as z from 'zod/mini';
import { describeRuleNode, SUCCESS } from '../define-rule-node.ts';
import { GPS_PERIMETER_DEFAULT, GPS_PERIMETER_HELP, gpsPerimeter, gpsPerimeterFields } from '../gps-perimeter.ts';
import { integerSetting, TIME_UNIT_OPTIONS, timeUnitSetting } from '../settings.ts';

const MAX_DURATION = 2_147_483_647;

export const gpsGeofencingEvents = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.geo.TbGpsGeofencingActionNode',
  kind: 'ACTION',
  name: 'gps geofencing events',
  relations: [SUCCESS, 'Entered', 'Left', 'Inside', 'Outside'],
  directive: 'tbActionNodeGpsGeofencingConfig',
  configuration: z.extend(gpsPerimeter, {
    minInsideDuration: integerSetting(0, 0, MAX_DURATION),
    minOutsideDuration: integerSetting(0, 0, MAX_DURATION),
    minInsideDurationTimeUnit: timeUnitSetting,
    minOutsideDurationTimeUnit: timeUnitSetting,
  }),
  defaultConfiguration: {
    ...GPS_PERIMETER_DEFAULT,
    minInsideDuration: 1,
    minOutsideDuration: 1,
    minInsideDurationTimeUnit: 'MINUTES',
    minOutsideDurationTimeUnit: 'MINUTES',
  },
  fields: {
    ...gpsPerimeterFields,
    minInsideDuration: {
      control: 'number',
      label: 'Inside after',
      unitMember: 'minInsideDurationTimeUnit',
      min: 1,
      max: MAX_DURATION,
    },
    minInsideDurationTimeUnit: { control: 'choice', label: 'Unit of the stay inside', options: TIME_UNIT_OPTIONS },
    minOutsideDuration: {
      control: 'number',
      label: 'Outside after',
      unitMember: 'minOutsideDurationTimeUnit',
      min: 1,
      max: MAX_DURATION,
    },
    minOutsideDurationTimeUnit: { control: 'choice', label: 'Unit of the stay outside', options: TIME_UNIT_OPTIONS },
  },
  description: 'Tells when an originator enters or leaves a perimeter, and when it has stayed.',
  details:
    'The first message and each change leave along <code>Entered</code> or <code>Left</code>, the first one after a ' +
    'stay of the given time along <code>Inside</code> or <code>Outside</code>, all others along <code>Success</code>. ' +
    GPS_PERIMETER_HELP,
});
