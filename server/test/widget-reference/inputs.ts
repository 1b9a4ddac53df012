// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { type BundleReferences, NONE, ONE, type TypeReference } from './common.ts';
import { map } from './map-settings.ts';

const INPUT = { widgetTitle: '', showResultMessage: true };

const REQUIRED = { isRequired: true };

const NUMBER = { showLabel: true, labelValue: '', requiredErrorMessage: '', maxValue: NONE, minValue: NONE };

const INPUTS: Record<string, { settings: object; ofAttribute?: object; height?: number; parameters?: object }> = {
  integer: { settings: NUMBER, ofAttribute: REQUIRED },
  double: { settings: NUMBER, ofAttribute: REQUIRED },
  string: {
    settings: { showLabel: true, labelValue: '', requiredErrorMessage: '', maxLength: NONE, minLength: NONE },
    ofAttribute: REQUIRED,
  },
  boolean: { settings: { trueValue: '', falseValue: '' } },
  image: { settings: { displayPreview: true, displayClearButton: false }, height: 3.5 },
  date: {
    settings: { showLabel: true, showTimeInput: true, inputFieldsAlignment: 'column', requiredErrorMessage: '' },
    ofAttribute: REQUIRED,
    height: 3.5,
  },
  location: {
    settings: {
      latKeyName: 'latitude',
      lngKeyName: 'longitude',
      showLabel: true,
      latLabel: '',
      lngLabel: '',
      requiredErrorMessage: '',
      enableHighAccuracy: false,
      showGetLocation: true,
      inputFieldsAlignment: 'column',
    },
    ofAttribute: { isLatRequired: true, isLngRequired: true },
    parameters: { maxDataKeys: 2 },
  },
};

/** The 19 forms: all of a kind but pictures and dates also for time series. */
const inputs: Record<string, TypeReference> = Object.fromEntries(
  Object.entries(INPUTS).flatMap(([kind, { settings, ofAttribute, height = 3, parameters }]) =>
    ['timeseries', 'server', 'shared']
      .filter((target) => target !== 'timeseries' || !['image', 'date'].includes(kind))
      .map((target): [string, TypeReference] => [
        target === 'timeseries' ? `update_${kind}_timeseries` : `update_${target}_${kind}_attribute`,
        {
          name: target === 'timeseries' ? `Update ${kind} timeseries` : `Update ${target} ${kind} attribute`,
          type: 'latest',
          size: [7.5, height],
          settings: { ...INPUT, ...settings, ...(target === 'timeseries' ? {} : ofAttribute) },
          parameters: { ...ONE, ...parameters },
        },
      ]),
  ),
);

export const INPUT_FORMS: BundleReferences = {
  input_widgets: {
    title: 'Input widgets',
    types: {
      ...inputs,
      update_json_attribute: {
        name: 'Update JSON attribute',
        type: 'latest',
        size: [7.5, 3],
        settings: {
          widgetTitle: '',
          widgetMode: 'ATTRIBUTE',
          attributeScope: 'SERVER_SCOPE',
          showLabel: true,
          labelValue: '',
          attributeRequired: true,
          showResultMessage: true,
        },
        parameters: ONE,
      },
      web_camera_input: {
        name: 'Photo camera input',
        type: 'latest',
        size: [7.5, 3],
        settings: { widgetTitle: '', imageFormat: 'image/png', imageQuality: 0.92, maxWidth: 640, maxHeight: 480 },
        parameters: ONE,
      },
      device_claiming_widget: {
        name: 'Device claiming widget',
        type: 'static',
        size: [7.5, 4.5],
        settings: {
          widgetTitle: '',
          deviceSecret: false,
          showLabel: true,
          deviceLabel: '',
          requiredErrorDevice: '',
          secretKeyLabel: '',
          requiredErrorSecretKey: '',
          labelClaimButon: '',
          successfulClaimDevice: '',
          deviceNotFound: '',
          failedClaimDevice: '',
        },
      },
      update_multiple_attributes: {
        name: 'Update Multiple Attributes',
        type: 'latest',
        size: [7.5, 3],
        settings: {
          widgetTitle: '',
          showActionButtons: true,
          updateAllValues: false,
          saveButtonLabel: '',
          resetButtonLabel: '',
          showResultMessage: true,
          showGroupTitle: false,
          groupTitle: '',
          fieldsAlignment: 'row',
          fieldsInRow: 2,
        },
        keySettings: {
          dataKeyType: 'server',
          dataKeyValueType: 'string',
          selectOptions: [{ value: NONE, label: NONE }],
          step: 1,
          minValue: NONE,
          maxValue: NONE,
          required: false,
          requiredErrorMessage: '',
          minValueErrorMessage: '',
          maxValueErrorMessage: '',
          invalidDateErrorMessage: '',
          isEditable: 'editable',
          disabledOnDataKey: '',
          dataKeyHidden: false,
          icon: NONE,
        },
      },
      markers_placement_openstreetmap: map('Markers Placement - OpenStreetMap', [8.5, 6.5], 'openstreet-map', {
        isPlacing: true,
      }),
      markers_placement_image_map: map('Markers Placement - Image Map', [8.5, 6.5], 'image-map', { isPlacing: true }),
      markers_placement_google_maps: map('Markers Placement - Google Maps', [8.5, 6], 'google-map', {
        isPlacing: true,
      }),
    },
  },
};
