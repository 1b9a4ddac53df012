import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { configurationFiles, zipped } from './archive.ts';
import { decodedObject, decodedText, encodedJson } from './base64-json.ts';
import { gatewayProblems } from './check-gateway.ts';
import { eventParts, eventRows } from './event-rows.ts';
import { type ConnectorDraft, type GatewayDraft, newGatewayDraft } from './gateway-draft.ts';
import { decodedLogs, encodedLogs, logPathOf, logsText } from './gateway-logs.ts';
import { gatewayDraft } from './read-configuration.ts';
import { connectorFiles, gatewayValues } from './write-configuration.ts';
import { yamlText } from './yaml.ts';

const connector = (part: Partial<ConnectorDraft>): ConnectorDraft => ({
  ...{ key: '0', name: 'Pumps', type: 'modbus', enabled: true, config: '{"server":{}}' },
  ...part,
});
const valid = (part: Partial<GatewayDraft> = {}): GatewayDraft => ({
  ...newGatewayDraft('iot.example'),
  accessToken: 'token',
  ...part,
});

/** As a gateway sends it. */
const SENT = {
  thingsboard: {
    thingsboard: {
      ...{ host: 'mqtt.example', port: 8883, remoteConfiguration: true, minPackSendDelayMS: 200 },
      security: { caCert: '/ca.pem', privateKey: '/key.pem', cert: '/cert.pem' },
    },
    storage: {
      ...{ type: 'file', data_folder_path: '/data', max_file_count: 3 },
      ...{ max_read_records_count: 20, max_records_per_file: 500 },
    },
    grpc: { enabled: false },
    connectors: [{ name: 'Broker', type: 'mqtt', configuration: 'broker.json' }],
    logs: encodedLogs(logsText('INFO', '/var/log/gateway/')),
  },
  mqtt: [{ name: 'Broker', config: { broker: { host: 'äther' } } }],
};

describe('the configuration of a gateway', () => {
  it('is read as the gateway sends it', () => {
    const drafts = encodedJson({ Meter: { connector: 'modbus', config: { a: 1 } } });
    const draft = gatewayDraft({ configuration: encodedJson(SENT), drafts, loggingLevel: 'info' }, 'here');
    expect(draft).toMatchObject({
      ...{ host: 'mqtt.example', port: 8883, security: 'tls', caCert: '/ca.pem', loggingLevel: 'INFO' },
      ...{ logPath: '/var/log/gateway/', storage: 'file', readRecords: 20, maxRecords: 500, dataFolder: '/data' },
      maxFiles: 3,
    });
    expect(
      draft.connectors.map(({ name, type, enabled, config }) => [name, type, enabled, JSON.parse(config)]),
    ).toEqual([
      ['Broker', 'mqtt', true, { broker: { host: 'äther' } }],
      ['Meter', 'modbus', false, { a: 1 }],
    ]);
  });

  it.each([undefined, '', 'no base64 !', btoa('[1]'), btoa('{')])('that says nothing (%s) is the usual one', (text) => {
    expect(gatewayDraft({ configuration: text, drafts: text, loggingLevel: 'LOUD' }, 'here')).toEqual(
      newGatewayDraft('here'),
    );
  });

  it('of an old gateway has the names of its connectors apart', () => {
    const old = { ...SENT, mqtt: [{ broker: { port: 1 } }] };
    const [read] = gatewayDraft({ configuration: encodedJson(old) }, 'here').connectors;
    expect(read).toMatchObject({ name: 'Broker', type: 'mqtt' });
    expect(JSON.parse(read?.config ?? '')).toEqual({ broker: { port: 1 } });
  });

  it('is saved as the gateway reads it, with what no field shows', () => {
    const stored = encodedJson(SENT);
    const before = gatewayDraft({ configuration: stored, loggingLevel: 'INFO' }, 'here');
    const off = connector({ key: '1', name: ' Off ', enabled: false });
    const values = gatewayValues({ ...before, port: 1883, connectors: [...before.connectors, off] }, stored, 'INFO');
    expect(values.SHARED_SCOPE.RemoteLoggingLevel).toBe('INFO');
    expect(decodedObject(values.SERVER_SCOPE.configuration_drafts)).toEqual({
      Off: { connector: 'modbus', config: { server: {} } },
    });
    const { thingsboard } = SENT;
    expect(decodedObject(values.SHARED_SCOPE.configuration)).toEqual({
      ...SENT,
      thingsboard: { ...thingsboard, thingsboard: { ...thingsboard.thingsboard, port: 1883 } },
    });
  });

  it('is the same after it was saved and read', () => {
    const draft = valid({ storage: 'memory', readRecords: 7, connectors: [connector({ config: '{\n  "a": 1\n}' })] });
    const { SHARED_SCOPE, SERVER_SCOPE } = gatewayValues(draft, undefined, undefined);
    const read = gatewayDraft(
      {
        configuration: SHARED_SCOPE.configuration,
        drafts: SERVER_SCOPE.configuration_drafts,
        loggingLevel: SHARED_SCOPE.RemoteLoggingLevel,
      },
      'elsewhere',
    );
    expect({ ...read, caCert: draft.caCert }).toEqual(draft);
  });

  it('gets other log settings with another level or folder', () => {
    const stored = encodedJson(SENT);
    const before = gatewayDraft({ configuration: stored, loggingLevel: 'INFO' }, 'here');
    const logs = (part: Partial<GatewayDraft>) => {
      const { SHARED_SCOPE } = gatewayValues({ ...before, ...part }, stored, 'INFO');
      return decodedLogs((decodedObject(SHARED_SCOPE.configuration) as typeof SENT).thingsboard.logs) ?? '';
    };
    expect(logs({})).toContain('level=INFO');
    expect(logs({ loggingLevel: 'NONE' })).toContain('level=CRITICAL');
    expect(logPathOf(logs({ logPath: '/else' }))).toBe('/else/');
    expect(decodedText(SENT.thingsboard.logs)).toContain('}}');
  });
});

describe('the form of a gateway', () => {
  it.each<[string, Partial<GatewayDraft>, string[]]>([
    ['nothing', {}, []],
    ['a missing host', { host: ' ' }, ['host']],
    ['a port beyond the last', { port: 65_536 }, ['port']],
    ['no port', { port: null }, ['port']],
    ['no token', { accessToken: '' }, ['accessToken']],
    ['no token where there are files', { accessToken: '', security: 'tls' }, []],
    ['a certificate without key', { security: 'tls', privateKey: '' }, ['privateKey']],
    ['a key without certificate', { security: 'tls', cert: '' }, ['cert']],
    ['no certificate of the CA', { security: 'tls', caCert: '', cert: '', privateKey: '' }, ['caCert']],
    ['half a record', { readRecords: 0.5, maxRecords: 0 }, ['readRecords', 'maxRecords']],
    ['files of memory', { dataFolder: '', maxFiles: null }, []],
    ['missing files', { storage: 'file', dataFolder: '', maxFiles: Number.NaN }, ['dataFolder', 'maxFiles']],
    ['a connector without name and type', { connectors: [connector({ name: '', type: '' })] }, ['name', 'type']],
    ['no object', { connectors: [connector({ config: '[]' })] }, ['config']],
    ['no JSON', { connectors: [connector({ config: '{' })] }, ['config']],
    ['the same name', { connectors: [connector({ key: '1' }), connector({ name: 'pumps ' })] }, ['name']],
  ])('names the fields of %s', (_, part, fields) => {
    expect(gatewayProblems(valid(part)).map(({ field }) => field.replace(/^connector 0 /, ''))).toEqual(fields);
  });

  it('is downloaded as the files of the gateway', async () => {
    const connectors = [
      connector({ name: 'My-pumps' }),
      connector({ key: '1', name: 'my pumps!', type: 'mqtt' }),
      connector({ key: '2', name: 'Off', enabled: false }),
    ];
    const archive = await zipped(configurationFiles(valid({ connectors }), SENT.thingsboard));
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['tb_gateway.yaml', 'logs.conf', 'mypumps.json', 'mypumps2.json']);
    const yaml = strFromU8(files['tb_gateway.yaml'] as Uint8Array);
    expect(yaml).toContain('thingsboard:\n  host: "iot.example"');
    expect(yaml).toContain('- configuration: "mypumps.json"\n    name: "My-pumps"\n    type: "modbus"');
    expect(yaml).not.toContain('logs');
  });

  it('gives each connector a file of its own', () => {
    const named = (name: string) => connector({ name });
    expect(connectorFiles([named('A b'), named('ab'), named('ab2'), named('?')])).toEqual([
      ...['ab.json', 'ab2.json', 'ab22.json', 'connector.json'],
    ]);
  });

  it('is written as YAML', () => {
    expect(yamlText({ a: [1, { b: 'x: y', c: [] }], 'd e': null, f: {} })).toBe(
      'a:\n  - 1\n  - b: "x: y"\n    c: []\n"d e": null\nf: {}\n',
    );
    expect(yamlText({ on: 1, No: 2, only: 3 })).toBe('"on": 1\n"No": 2\nonly: 3\n');
  });
});

describe('the events of a gateway', () => {
  const values = new Map([
    ['mqttEventsSent', { ts: 1, value: '5' }],
    ['MODBUSEVENTSPRODUCED', { ts: 3, value: '7' }],
    ['uptime', { ts: 2, value: '9' }],
  ]);
  const row = { dataKey: { name: 'temperature', label: 'Heat' }, data: [[4, 20]] } as unknown as DataRow;

  it('are those whose names the settings tell, the newest first', () => {
    const parts = eventParts(['EventsSent', 'eventsProduced ', '', 3]);
    expect(eventRows(parts, [], values).map(({ name }) => name)).toEqual(['MODBUSEVENTSPRODUCED', 'mqttEventsSent']);
    expect(eventRows(parts, [row], values)[0]).toEqual({ name: 'Heat', ts: 4, value: '20' });
  });

  it('are all values when nothing says which', () => {
    expect(eventParts(undefined)).toEqual([]);
    expect(eventRows([], [], values)).toHaveLength(3);
    expect(eventRows([], [row], undefined)).toHaveLength(1);
  });
});
