import { describeRuleNode } from '../define-rule-node.ts';
import { GPS_PERIMETER_DEFAULT, GPS_PERIMETER_HELP, gpsPerimeter, gpsPerimeterFields } from '../gps-perimeter.ts';

export const gpsGeofencing = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.geo.TbGpsGeofencingFilterNode',
  kind: 'FILTER',
  name: 'gps geofencing filter',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeGpsGeofencingConfig',
  configuration: gpsPerimeter,
  defaultConfiguration: GPS_PERIMETER_DEFAULT,
  fields: gpsPerimeterFields,
  description: 'Checks whether a position is within a perimeter.',
  details: `<code>True</code> if it is inside or on the border, else <code>False</code>. ${GPS_PERIMETER_HELP}`,
});
