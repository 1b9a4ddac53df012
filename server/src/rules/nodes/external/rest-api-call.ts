import { STATUS_CODES } from 'node:http';
import { FAILURE, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { restApiCall } from '@signalbox/contract/rule-nodes/external/rest-api-call';
import { type Dispatcher, request } from 'undici';
import { createFairTurns } from '../../../config/fair-turns.ts';
import type { Message } from '../../../messages/message.ts';
import { readBounded } from '../../../outbound/bounded-body.ts';
import {
  createGuardedDispatcher,
  type GuardedDispatcherOptions,
  requireAllowed,
} from '../../../outbound/guarded-dispatcher.ts';
import { implementRuleNode, type NodeOutput, transformMessage } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';
import { createSlots } from './slots.ts';

/** Longest body of an answer: it becomes a message, and those of devices are no longer. */
const MAX_BYTES = 1_048_576;
/** Large bodies are read a few at a time, of all tenants and of one, so that they take little memory together. */
const largeInTurn = createFairTurns(64, undefined, 8);
/** Most connections of a node to one server. */
const CONNECTIONS = 100;
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Headers that the connection decides on. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'host']);

/** An answer that says that the call was wrong. */
class HttpClientError extends Error {
  override name = 'HttpClientErrorException';
}
class HttpServerError extends Error {
  override name = 'HttpServerErrorException';
}

export const restApiCallNode = implementRuleNode(restApiCall, {
  start(configuration, { addressGuard }, place) {
    const { ignoreRequestBody, readTimeoutMs, maxParallelRequestsCount, credentials } = configuration;
    const method = configuration.requestMethod.toUpperCase();
    const pattern = compileTemplate(configuration.restEndpointUrlPattern);
    const addressOf = (message: Message): URL => {
      const address = new URL(pattern(message));
      if (!/^https?:$/.test(address.protocol)) throw new Error(`${address.protocol} cannot be called`);
      return address;
    };
    const headers = Object.entries(configuration.headers).map(
      ([name, value]) => [compileTemplate(name), compileTemplate(value)] as const,
    );
    const sendsBody = !ignoreRequestBody && !WITHOUT_BODY.has(method);
    const dispatcher = dispatcherOf(configuration, {
      guard: addressGuard,
      plainText: 'anywhere',
      connections: CONNECTIONS,
    });
    const usesSystemProxy = configuration.enableProxy && configuration.useSystemProxyProperties;
    const slots = createSlots(maxParallelRequestsCount);
    const authorization =
      credentials.type === 'basic' &&
      `Basic ${Buffer.from(`${credentials.username ?? ''}:${credentials.password ?? ''}`).toString('base64')}`;

    const headersOf = (message: Message): Record<string, string> => {
      const sent: Record<string, string> = {};
      for (const [name, value] of headers) {
        const known = name(message);
        if (!OWN_HEADERS.has(known.toLowerCase())) sent[known] = value(message);
      }
      return sent;
    };

    return callingOutside(place, {
      sends(message) {
        const address = addressOf(message);
        address.password = '';
        return { to: `${method} ${address}`, details: headersOf(message), text: sendsBody ? message.data : '' };
      },
      async call(message, { signal }) {
        const sent = headersOf(message);
        if (authorization) sent.Authorization = authorization;
        const address = addressOf(message);
        return slots.run(async () => {
          if (usesSystemProxy) await requireAllowed(addressGuard, address);
          const reply = await request(address, {
            method: method as Dispatcher.HttpMethod,
            headers: sent,
            body: sendsBody ? message.data : null,
            dispatcher,
            signal,
            responseHeaders: 'raw',
            ...(readTimeoutMs > 0 ? { headersTimeout: readTimeoutMs, bodyTimeout: readTimeoutMs } : {}),
          });
          const body = await readBounded(reply, MAX_BYTES, (read) => largeInTurn(place.tenantId, read));
          const text = body.toString();
          const reason = STATUS_CODES[reply.statusCode] ?? '';
          const { statusCode: status, statusText } = reply;
          const answer = { status, reason, givenReason: statusText, headers: pairsOf(reply.headers), text };
          return outputOf(message, answer);
        });
      },
      stop: () => void dispatcher.destroy(),
    });
  },
});

interface Answer {
  status: number;
  /** Usual reason of the status. */
  reason: string;
  /** Reason that the server has given; empty when it has not. */
  givenReason: string;
  headers: Record<string, string>;
  text: string;
}

function outputOf(
  message: Parameters<typeof transformMessage>[0],
  { status, reason, givenReason, headers, text }: Answer,
): NodeOutput {
  const metadata = {
    ...message.metadata,
    status: reason.toUpperCase().replace(/[^A-Z0-9]+/g, '_') || String(status),
    statusCode: String(status),
    statusReason: reason,
  };
  if (status >= 200 && status < 300) {
    const next = transformMessage(message, { metadata: { ...metadata, ...headers }, data: text === '' ? '{}' : text });
    return { relation: SUCCESS, message: next };
  }
  const summary = `${status} ${reason}`;
  if (status < 400) {
    const next = transformMessage(message, { metadata: { ...metadata, error_body: text } });
    return { relation: FAILURE, message: next, error: new Error(summary) };
  }
  if (status >= 500) throw new HttpServerError(summary);
  const error = new HttpClientError(summary);
  const next = transformMessage(message, {
    metadata: {
      ...message.metadata,
      // The text here, not the name of the constant as above.
      status: givenReason || reason || String(status),
      statusCode: String(status),
      error: `${error.name}: ${error.message}`,
      error_body: text,
    },
  });
  return { relation: FAILURE, message: next, error };
}

/** Headers by their names as they were sent; of several values the first. */
function pairsOf(raw: unknown): Record<string, string> {
  const list = (raw as (Buffer | string)[]).map(String);
  const pairs: Record<string, string> = {};
  for (let at = list.length - 2; at >= 0; at -= 2) pairs[list[at] as string] = list[at + 1] as string;
  return pairs;
}

type Configuration = ReturnType<(typeof restApiCall)['configuration']['parse']>;

function dispatcherOf(
  { enableProxy, useSystemProxyProperties, credentials, ...configuration }: Configuration,
  common: Pick<GuardedDispatcherOptions, 'guard' | 'plainText' | 'connections'>,
): Dispatcher {
  const { caCert, cert, privateKey, password } = credentials;
  const tls =
    credentials.type === 'cert.PEM'
      ? {
          ca: caCert ?? undefined,
          cert: cert ?? undefined,
          key: privateKey ?? undefined,
          passphrase: password ?? undefined,
        }
      : {};
  if (!enableProxy) return createGuardedDispatcher({ ...common, tls });
  if (useSystemProxyProperties) return createGuardedDispatcher({ ...common, tls, proxy: 'system' });
  const { proxyHost, proxyPort, proxyScheme, proxyUser, proxyPassword } = configuration;
  if (!proxyHost) throw new Error('The host of the proxy is not set');
  return createGuardedDispatcher({
    ...common,
    tls,
    proxy: {
      address: new URL(`${proxyScheme || 'http'}://${proxyHost}:${proxyPort}`),
      user: proxyUser,
      password: proxyPassword,
    },
  });
}
