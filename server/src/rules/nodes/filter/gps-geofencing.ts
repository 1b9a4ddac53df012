import { gpsGeofencing } from '@signalbox/contract/rule-nodes/filter/gps-geofencing';
import { implementRuleNode } from '../define-rule-node.ts';
import { preparePerimeter } from '../perimeter.ts';

export const gpsGeofencingNode = implementRuleNode(gpsGeofencing, {
  start(configuration) {
    const isInside = preparePerimeter(configuration);
    return { handle: (message) => (isInside(message) ? 'True' : 'False') };
  },
});
