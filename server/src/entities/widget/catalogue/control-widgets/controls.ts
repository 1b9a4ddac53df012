import { componentController, controller } from '../controller.ts';
import { choice, number, required, script, text, toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { buttonStyle, callSettings, jsonText, requestTimeout, switchSettings } from './rpc-settings.ts';

/** Shows no data and has no device until one is chosen. */
const config = { targetDeviceAliasIds: [], showTitle: false, backgroundColor: '#fff' };

/** Buttons do one thing, on a click. */
const button = (lines: string[]) =>
  controller({
    templateHtml: '<div class="button"><button type="button"></button></div>',
    templateCss: '.button { height: 100%; display: flex; align-items: center; justify-content: center; }',
    on: {
      onInit: [
        'var settings = self.ctx.settings;',
        'function parsed(text) {',
        '  try {',
        '    return JSON.parse(text);',
        '  } catch (error) {',
        '    return text;',
        '  }',
        '}',
        "self.ctx.$container.find('button').text(settings.buttonText).on('click', function() {",
        ...lines.map((line) => `  ${line}`),
        '});',
      ],
      onDestroy: ['self.ctx.controlApi.completedCommand();'],
    },
  });

const onOff = settingsForm('Switch', switchSettings);

/** widgets.md §4.6 */
export const controls: readonly TypeDefinition[] = [
  {
    alias: 'rpc_debug_terminal',
    name: 'RPC debug terminal',
    description: 'A prompt at which calls to a device are typed, method and parameters, to see what it answers.',
    type: 'rpc',
    size: [9.5, 5.5],
    controller: controller({
      templateHtml: '<div class="terminal"></div>',
      templateCss: '.terminal { height: 100%; }',
      on: {
        onInit: [
          'var settings = self.ctx.settings;',
          "self.terminal = self.ctx.$container.find('.terminal').terminal(function(line, terminal) {",
          "  var match = /^\\s*(\\S+)\\s*(.*)$/.exec(line || '');",
          '  if (!match) return;',
          '  var params = match[2];',
          '  try {',
          '    params = JSON.parse(params);',
          '  } catch (error) {',
          '    // A text.',
          '  }',
          '  terminal.pause();',
          '  self.ctx.controlApi.sendTwoWayCommand(match[1], params, settings.requestTimeout,',
          '    settings.requestPersistent, settings.persistentPollingInterval).subscribe(function(reply) {',
          '      terminal.echo(JSON.stringify(reply, null, 2)).resume();',
          '    }, function() {',
          '      terminal.error(self.ctx.defaultSubscription.rpcErrorText).resume();',
          '    });',
          "}, { greetings: '', prompt: '> ' });",
        ],
        onDestroy: ['self.ctx.controlApi.completedCommand();'],
      },
    }),
    settings: settingsForm('Terminal', callSettings()),
    config: { ...config, backgroundColor: '#010101', color: 'rgba(255, 254, 254, 0.87)', padding: '0px' },
  },
  {
    alias: 'rpc_remote_shell',
    name: 'RPC remote shell',
    description: 'A shell of a device that offers one: commands run there, and their output comes as it is written.',
    type: 'rpc',
    size: [9.5, 5.5],
    controller: controller({
      templateHtml: '<div class="terminal"></div>',
      templateCss: '.terminal { height: 100%; }',
    }),
    settings: settingsForm('Shell', [requestTimeout()]),
    config: { ...config, backgroundColor: '#010101', color: 'rgba(255, 254, 254, 0.87)', padding: '0px' },
  },
  {
    alias: 'knob_control',
    name: 'Knob Control',
    description: 'A knob that is turned to set a number on a device: brightness, speed, volume, a set point.',
    type: 'rpc',
    size: [5, 4.5],
    controller: componentController('tb-knob', null),
    settings: settingsForm('Knob', [
      required(number('minValue', 'Smallest value', 0)),
      required(number('maxValue', 'Largest value', 100)),
      number('initialValue', 'Value until the device has told its own', 50),
      text('title', 'Title', ''),
      required(text('getValueMethod', 'Method that asks the device', 'getValue')),
      required(text('setValueMethod', 'Method that sets the value', 'setValue')),
      ...callSettings(),
    ]),
    preset: { title: 'Set point' },
    config,
  },
  {
    alias: 'switch_control',
    name: 'Switch Control',
    description: 'A slide switch that turns something on a device on and off and shows its state.',
    type: 'rpc',
    size: [4, 2.5],
    controller: componentController('tb-switch', null),
    settings: settingsForm('Switch', [...switchSettings, toggle('showOnOffLabels', 'Show “on” and “off”', true)]),
    preset: { title: 'Switch' },
    config,
  },
  {
    alias: 'round_switch',
    name: 'Round switch',
    description: 'A round push button that turns something on a device on and off and glows while it is on.',
    type: 'rpc',
    size: [2.5, 2],
    controller: componentController('tb-round-switch', null),
    settings: onOff,
    preset: { title: 'Switch' },
    config,
  },
  {
    alias: 'led_indicator',
    name: 'Led indicator',
    description: 'A lamp that is lit while something on a device is on.',
    type: 'rpc',
    size: [2.5, 2.5],
    controller: componentController('tb-led-indicator', null),
    settings: settingsForm('Lamp', [
      toggle('initialValue', 'Lit until the state is known', false),
      text('title', 'Title', ''),
      { ...text('ledColor', 'Colour', 'green'), form: { type: 'color' } },
      toggle('performCheckStatus', 'Ask the device whether it is there', true),
      text('checkStatusMethod', 'Method that asks the device', 'checkStatus'),
      choice(
        'retrieveValueMethod',
        'Where the state comes from',
        { attribute: 'An attribute', timeseries: 'A time series' },
        'attribute',
      ),
      required(text('valueAttribute', 'Name of the attribute or time series', 'value')),
      script('parseValueFunction', 'Whether it is lit', ['data'], 'return data ? true : false;'),
      ...callSettings(),
    ]),
    preset: { title: 'Lamp' },
    config,
  },
  {
    alias: 'rpcbutton',
    name: 'RPC Button',
    description: 'A button that makes one call to a device: restart, open, measure now.',
    type: 'rpc',
    size: [4, 2],
    controller: button([
      "var send = settings.oneWayElseTwoWay ? 'sendOneWayCommand' : 'sendTwoWayCommand';",
      'self.ctx.controlApi[send](settings.methodName, parsed(settings.methodParams), settings.requestTimeout,',
      '  settings.requestPersistent, settings.persistentPollingInterval).subscribe(function() {}, function() {',
      '    if (settings.showError) self.ctx.showErrorToast(self.ctx.defaultSubscription.rpcErrorText);',
      '  });',
    ]),
    settings: settingsForm('Button', [
      text('title', 'Title', ''),
      text('buttonText', 'Text of the button', 'Send RPC'),
      toggle('oneWayElseTwoWay', 'Wait for no answer', true),
      toggle('showError', 'Say when the call failed', false),
      text('methodName', 'Method', 'rpcCommand'),
      jsonText('methodParams', 'Parameters'),
      ...callSettings(5000),
      buttonStyle,
    ]),
    config,
  },
  {
    alias: 'update_attributes',
    name: 'Update device attribute',
    description: 'A button that gives attributes of a device certain values.',
    type: 'rpc',
    size: [4, 2],
    controller: button([
      'var values = parsed(settings.entityParameters) || {};',
      'var attributes = Object.keys(values).map(function(key) {',
      '  return { key: key, value: values[key] };',
      '});',
      "var target = { entityType: 'DEVICE', id: self.ctx.defaultSubscription.targetDeviceId };",
      'self.ctx.attributeService.saveEntityAttributes(target, settings.entityAttributeType, attributes).subscribe();',
    ]),
    settings: settingsForm('Button', [
      text('title', 'Title', ''),
      text('buttonText', 'Text of the button', 'Update device attribute'),
      choice(
        'entityAttributeType',
        'Kind of attributes',
        { SERVER_SCOPE: 'Of the server', SHARED_SCOPE: 'Shared with the device' },
        'SERVER_SCOPE',
      ),
      jsonText('entityParameters', 'Attributes and their values'),
      buttonStyle,
    ]),
    config,
  },
];
