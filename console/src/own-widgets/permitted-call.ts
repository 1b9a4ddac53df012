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

/** Secrets among what may be read otherwise. */
const SECRET = /\/(credentials|claim|token|activationLink|activate|secret)(\/|$)/i;

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
  // Whatever the server would make of another spelling, nobody needs it.
  if (url?.origin !== 'http://here' || !/^\/?api\//.test(address) || /%2f|%5c|\.\./i.test(address)) return undefined;
  const { pathname, search } = url;
  if (SECRET.test(pathname)) return undefined;
  return RULES.some(({ methods, path }) => methods.includes(method) && path.test(pathname))
    ? pathname + search
    : undefined;
}
