import type { FastifyRequest } from 'fastify';

/** Where a sign-in came from, as the audit log keeps it. */
export interface ClientInfo {
  clientAddress: string;
  /** "Chrome 96.0.4664", or "Other". */
  browser: string;
  os: string;
  device: string;
}

/** Characters of a user agent that are looked at. */
const MAX_USER_AGENT = 1000;

/** Order matters: Edge and Opera also say Chrome, and Chrome also says Safari. */
const BROWSERS: [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*Safari/],
];

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Mac OS X', /Mac OS X|Macintosh/],
  ['Chrome OS', /CrOS/],
  ['Linux', /Linux|X11/],
];

const DEVICES: [name: string, pattern: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Mac', /Macintosh/],
];

/** Reads browser and system from the user agent; unknown ones are "Other". */
export function parseUserAgent(userAgent: string): Omit<ClientInfo, 'clientAddress'> {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  let browser = 'Other';
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(text)?.[1];
    if (!version) continue;
    browser = `${name} ${version.split('.').slice(0, 3).join('.')}`;
    break;
  }
  const named = (list: [string, RegExp][]): string => list.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Other';
  return { browser, os: named(SYSTEMS), device: named(DEVICES) };
}

/**
 * The client behind a request. Behind trusted proxies its address is the last item of `X-Forwarded-For` that is not a
 * trusted proxy; the items before it can be forged.
 */
export function clientInfo(request: FastifyRequest): ClientInfo {
  const userAgent = request.headers['user-agent'] ?? '';
  return { clientAddress: request.ip || 'Unknown', ...parseUserAgent(userAgent) };
}
