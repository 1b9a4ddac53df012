import { componentController, controller, ONE_VALUE } from '../controller.ts';
import { mapType } from '../maps-v2/map-types.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';
import { functionKey, simulatedBy } from '../widget-config.ts';
import { cameraForm, claimingForm, jsonForm } from './input-forms.ts';
import { multipleAttributes } from './multiple-attributes.ts';
import { simpleInputs } from './simple-inputs.ts';

const PLACING = { isPlacing: true } as const;

const jsonInput: TypeDefinition = {
  alias: 'update_json_attribute',
  name: 'Update JSON attribute',
  description: 'An editor for an attribute or a point that is JSON.',
  type: 'latest',
  size: [7.5, 3],
  controller: componentController('tb-json-input-widget', 'jsonInputWidget', { parameters: ONE_VALUE }),
  settings: jsonForm,
  config: {
    datasources: [simulatedBy('Simulated device', [functionKey('Configuration', 'return \'{"interval":60}\';')])],
  },
};

const cameraInput: TypeDefinition = {
  alias: 'web_camera_input',
  name: 'Photo camera input',
  description: 'Takes a picture with the camera of this device and stores it with an entity.',
  type: 'latest',
  size: [7.5, 3],
  controller: componentController('tb-photo-camera-widget', 'photoCameraInputWidget', { parameters: ONE_VALUE }),
  settings: cameraForm,
  config: { datasources: [simulatedBy('Simulated device', [functionKey('Picture', "return '';")])] },
};

const claiming: TypeDefinition = {
  alias: 'device_claiming_widget',
  name: 'Device claiming widget',
  description: 'Customers enter the name of a device that they have bought, and with it the secret, to make it theirs.',
  type: 'static',
  size: [7.5, 4.5],
  controller: controller({}),
  settings: claimingForm,
};

/** widgets.md §4.12 */
export const inputWidgets: BundleDefinition = {
  alias: 'input_widgets',
  title: 'Input widgets',
  description:
    'Forms in which people enter attributes and measurements, take pictures, claim devices and place markers.',
  types: [
    ...simpleInputs,
    ...[jsonInput, cameraInput, claiming, multipleAttributes],
    mapType('openstreet-map', PLACING, {
      alias: 'markers_placement_openstreetmap',
      name: 'Markers Placement - OpenStreetMap',
      description: 'Markers and areas of entities that people move and draw on OpenStreetMap.',
      size: [8.5, 6.5],
    }),
    mapType('image-map', PLACING, {
      alias: 'markers_placement_image_map',
      name: 'Markers Placement - Image Map',
      description: 'Markers of entities that people move on a picture of their own.',
      size: [8.5, 6.5],
    }),
    mapType('google-map', PLACING, {
      alias: 'markers_placement_google_maps',
      name: 'Markers Placement - Google Maps',
      description: 'Markers and areas of entities that people move and draw on Google Maps.',
      size: [8.5, 6],
    }),
  ],
};
