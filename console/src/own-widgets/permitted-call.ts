/**
 * Calls of the API that widgets may make, with the rights of who looks at them. A script is written by an administrator
 * of the tenant or of the system and runs for everybody who opens the dashboard, so it may read and change what widgets
 * are about, but nothing by which it could spread or hand rights on: users, accounts, secrets, code and settings.
 */
interface Rule {
  methods: readonly string[];
  path: RegExp;
}

const READ = ['GET'];
const READ_AND_WRITE = ['GET', 'POST', 'DELETE'];
const ASK = ['POST'];

/** Secrets among what may be read otherwise, and what devices and the platform say to each other. */
const SECRET = /\/(credentials|claim|token|activationLink|activate|secret|exchanges|snmp)(\/|$)/i;
/** By which a device that is created gets a token that the script knows. */
const GIVEN_TOKEN = 'accessToken';

const RULES: readonly Rule[] = [
  { methods: READ_AND_WRITE, path: /^\/api\/plugins\/telemetry\// },
  { methods: READ_AND_WRITE, path: /^\/api\/(plugins\/)?rpc\// },
  { methods: READ_AND_WRITE, path: /^\/api\/(device|asset|entityView|alarm|relation)(\/|$)/ },
  { methods: READ_AND_WRITE, path: /^\/api\/customer\/[^/]+\/(device|asset|entityView)\/[^/]+$/ },
  { methods: ASK, path: /^\/api\/(entitiesQuery|alarmsQuery|relations|devices|assets|entityViews)(\/|$)/ },
  { methods: READ, path: /^\/api\/(devices|assets|entityViews|alarms?|relations|edges?|events)(\/|$)/ },
  {
    methods: READ,
    path: /^\/api\/(tenant|customer|customers|deviceProfiles?|deviceProfileInfos?|dashboard|entities)(\/|$)/,
  },
  { methods: READ, path: /^\/api\/(edge|ruleChain|auth\/user|user\/[0-9a-f-]{36})$/ },
];

/** Path and query of a call that a widget may make; undefined for any other. */
export function permittedPath(method: string, address: string): string | undefined {
  const url = URL.canParse(address, 'http://here') ? new URL(address, 'http://here') : undefined;
  // A letter may be written as its number; the server reads both alike, and nobody needs the other spelling.
  if (url?.origin !== 'http://here' || !/^\/?api\//.test(address) || /\.\./.test(address)) return undefined;
  const { pathname, search, searchParams } = url;
  if (pathname.includes('%') || SECRET.test(pathname) || searchParams.has(GIVEN_TOKEN)) return undefined;
  return RULES.some(({ methods, path }) => methods.includes(method) && path.test(pathname))
    ? pathname + search
    : undefined;
}

/** Members of replies by which something could sign in or come in as somebody else: of edges and profiles, for instance. */
const SECRET_MEMBER = /secret|password|credentials|private_?key|license_?key|routing_?key|provisionDeviceKey|token$/i;
/** What devices have sent is named by themselves; what a widget may write, it reads whole, to write it back. */
const WHOLE =
  /^\/api\/(plugins\/telemetry|plugins\/rpc|rpc|entitiesQuery|alarmsQuery|device|asset|entityView|alarm|relation)(\/|$|\?)/;

/** The reply to a permitted call, without the secrets that stand among what may be read. */
export function withoutSecrets(path: string, reply: unknown): unknown {
  return WHOLE.test(path) ? reply : cleaned(reply);
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (SECRET_MEMBER.test(name) ? [] : [[name, cleaned(member)]])),
  );
}
