import { expect } from 'vitest';
import { type BundleReferences, NONE, OWN } from './common.ts';

const calls = (requestTimeout = 500) => ({
  requestTimeout,
  requestPersistent: false,
  persistentPollingInterval: 5000,
});

const SWITCH = {
  initialValue: false,
  title: '',
  retrieveValueMethod: 'rpc',
  valueKey: 'value',
  getValueMethod: 'getValue',
  setValueMethod: 'setValue',
  parseValueFunction: OWN,
  convertValueFunction: OWN,
  ...calls(),
};

const BUTTON = { isRaised: true, isPrimary: false, bgColor: null, textColor: null };

const PIN = { pin: NONE, label: NONE, row: NONE, col: NONE };

const GPIO_CONTROL = {
  gpioList: [PIN],
  requestTimeout: 500,
  switchPanelBackgroundColor: '#008a00',
  gpioStatusRequest: { method: 'getGpioStatus', paramsBody: '{}' },
  gpioStatusChangeRequest: {
    method: 'setGpioStatus',
    paramsBody: expect.stringMatching(/"\{\$pin\}".*"\{\$enabled\}"/s),
  },
  parseGpioStatusFunction: expect.stringContaining('body[pin] === true'),
};

const GPIO_PANEL = { gpioList: [{ ...PIN, color: 'red' }], ledPanelBackgroundColor: '#008a00' };

export const CONTROLS: BundleReferences = {
  control_widgets: {
    title: 'Control widgets',
    types: {
      rpc_debug_terminal: { name: 'RPC debug terminal', type: 'rpc', size: [9.5, 5.5], settings: calls() },
      rpc_remote_shell: { name: 'RPC remote shell', type: 'rpc', size: [9.5, 5.5], settings: { requestTimeout: 500 } },
      knob_control: {
        name: 'Knob Control',
        type: 'rpc',
        size: [5, 4.5],
        settings: {
          minValue: 0,
          maxValue: 100,
          initialValue: 50,
          title: '',
          getValueMethod: 'getValue',
          setValueMethod: 'setValue',
          ...calls(),
        },
      },
      switch_control: {
        name: 'Switch Control',
        type: 'rpc',
        size: [4, 2.5],
        settings: { ...SWITCH, showOnOffLabels: true },
      },
      round_switch: { name: 'Round switch', type: 'rpc', size: [2.5, 2], settings: SWITCH },
      led_indicator: {
        name: 'Led indicator',
        type: 'rpc',
        size: [2.5, 2.5],
        settings: {
          initialValue: false,
          title: '',
          ledColor: 'green',
          performCheckStatus: true,
          checkStatusMethod: 'checkStatus',
          retrieveValueMethod: 'attribute',
          valueAttribute: 'value',
          parseValueFunction: OWN,
          ...calls(),
        },
      },
      rpcbutton: {
        name: 'RPC Button',
        type: 'rpc',
        size: [4, 2],
        settings: {
          title: '',
          buttonText: 'Send RPC',
          oneWayElseTwoWay: true,
          showError: false,
          methodName: 'rpcCommand',
          methodParams: '{}',
          ...calls(5000),
          styleButton: BUTTON,
        },
      },
      update_attributes: {
        name: 'Update device attribute',
        type: 'rpc',
        size: [4, 2],
        settings: {
          title: '',
          buttonText: OWN,
          entityAttributeType: 'SERVER_SCOPE',
          entityParameters: '{}',
          styleButton: BUTTON,
        },
      },
    },
  },
  gpio_widgets: {
    title: 'GPIO widgets',
    types: {
      basic_gpio_control: { name: 'Basic GPIO Control', type: 'rpc', size: [4, 2], settings: GPIO_CONTROL },
      raspberry_pi_gpio_control: {
        name: 'Raspberry Pi GPIO Control',
        type: 'rpc',
        size: [6, 10.5],
        settings: GPIO_CONTROL,
      },
      gpio_panel: { name: 'Basic GPIO Panel', type: 'latest', size: [5, 2], settings: GPIO_PANEL },
      raspberry_pi_gpio_panel: {
        name: 'Raspberry Pi GPIO Panel',
        type: 'latest',
        size: [7, 10.5],
        settings: GPIO_PANEL,
      },
    },
  },
  gateway_widgets: {
    title: 'Gateway widgets',
    types: {
      gateway_configuration: {
        name: 'Gateway Configuration',
        type: 'static',
        size: [8, 6.5],
        settings: {
          widgetTitle: 'Gateway Configuration',
          archiveFileName: 'gatewayConfiguration',
          gatewayType: 'Gateway',
          successfulSave: '',
          gatewayNameExists: '',
        },
      },
      attributes_card: {
        name: 'Gateway events',
        type: 'latest',
        size: [7.5, 8],
        settings: { eventsTitle: 'Gateway Events Form', eventsReg: NONE },
        parameters: { maxDatasources: 1, dataKeysOptional: true, singleEntity: true },
      },
      config_form_latest: {
        name: 'Gateway configuration (Single device)',
        type: 'latest',
        size: [7.5, 9],
        settings: { gatewayTitle: '', readOnly: false },
        parameters: { maxDatasources: 1, dataKeysOptional: true, singleEntity: true },
      },
    },
  },
};
