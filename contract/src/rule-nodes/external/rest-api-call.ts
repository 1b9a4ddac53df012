import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, credentialsSetting, integerSetting, textMapSetting, textSetting } from '../settings.ts';

const METHODS = Object.fromEntries(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'].map((method) => [method, method]),
);

/** The settings of a proxy that is not that of the server. */
const OWN_PROXY = { enableProxy: true, useSystemProxyProperties: false } as const;

export const restApiCall = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.rest.TbRestApiCallNode',
  kind: 'EXTERNAL',
  name: 'rest api call',
  directive: 'tbActionNodeRestApiCallConfig',
  configuration: z.object({
    restEndpointUrlPattern: textSetting(''),
    requestMethod: textSetting('POST'),
    headers: textMapSetting,
    useSimpleClientHttpFactory: booleanSetting(false),
    readTimeoutMs: integerSetting(0, 0),
    maxParallelRequestsCount: integerSetting(0, 0),
    ignoreRequestBody: booleanSetting(false),
    enableProxy: booleanSetting(false),
    useSystemProxyProperties: booleanSetting(false),
    proxyScheme: textSetting(null),
    proxyHost: textSetting(null),
    proxyPort: integerSetting(0, 0, 65_535),
    proxyUser: textSetting(null),
    proxyPassword: textSetting(null),
    credentials: credentialsSetting,
  }),
  defaultConfiguration: {
    restEndpointUrlPattern: 'http://localhost/api',
    requestMethod: 'POST',
    useSimpleClientHttpFactory: false,
    readTimeoutMs: 0,
    maxParallelRequestsCount: 0,
    headers: { 'Content-Type': 'application/json' },
    useRedisQueueForMsgPersistence: false,
    trimQueue: false,
    maxQueueSize: 0,
    enableProxy: false,
    useSystemProxyProperties: false,
    proxyScheme: null,
    proxyHost: null,
    proxyPort: 0,
    proxyUser: null,
    proxyPassword: null,
    credentials: { type: 'anonymous' },
    ignoreRequestBody: false,
  },
  fields: {
    restEndpointUrlPattern: { control: 'text', label: 'Address', isRequired: true, isPattern: true },
    requestMethod: { control: 'text', label: 'Method', isRequired: true, choices: { options: METHODS } },
    headers: { control: 'pairs', label: 'Headers', columns: ['Name', 'Value'], isPattern: true },
    ignoreRequestBody: { control: 'switch', label: 'Without a body' },
    readTimeoutMs: {
      control: 'number',
      label: 'Longest wait for an answer',
      unit: 'ms',
      min: 0,
      help: '0: two minutes.',
    },
    maxParallelRequestsCount: { control: 'number', label: 'Most calls at a time', min: 0, help: '0: a hundred.' },
    credentials: { control: 'credentials', label: 'Credentials', types: ['anonymous', 'basic', 'cert.PEM'] },
    enableProxy: { control: 'switch', label: 'Through a proxy' },
    useSystemProxyProperties: {
      control: 'switch',
      label: 'The proxy of the server',
      when: { enableProxy: true },
    },
    proxyScheme: {
      control: 'text',
      label: 'Scheme of the proxy',
      help: 'Empty: http.',
      offers: ['http', 'https'],
      when: OWN_PROXY,
    },
    proxyHost: { control: 'text', label: 'Host of the proxy', isRequired: true, when: OWN_PROXY },
    proxyPort: { control: 'number', label: 'Port of the proxy', min: 1, max: 65_535, when: OWN_PROXY },
    proxyUser: { control: 'text', label: 'User at the proxy', when: OWN_PROXY },
    proxyPassword: { control: 'text', label: 'Password at the proxy', when: OWN_PROXY },
    useSimpleClientHttpFactory: { control: 'kept', label: 'Simple client' },
  },
  description: 'Calls a web address with the payload and continues with the answer.',
  details:
    'An answer 2xx leaves along <code>Success</code>: its body is the new payload, its status and headers are in the ' +
    'metadata. Anything else leaves along <code>Failure</code> with the reason in the metadata. The call is made after ' +
    'the message is stored, and again when the server was killed meanwhile.',
});
