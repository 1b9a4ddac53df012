/** Which room may import which (see ARCHITECTURE.md). Arrows point one way. */
const feature = '^server/src/(entities/[^/]+|query|live|rpc|telemetry-api|device-state|admin|oauth2|events|audit)/';

/**
 * Compositions: the file of a room that builds its parts and joins them, as platform.ts does for the house. They decide
 * nothing, and keep platform.ts so short that it can be read at one go.
 */
const composition = '^server/src/[^/]+/compose-[^/]+\\.ts$';

/**
 * The rooms of the server from the bottom to the top. A room imports rooms before it, never one behind it; above them all
 * are platform.ts, run-server.ts and main.ts. Types and ports live in the lowest room that needs them.
 */
const rooms = [
  'config',
  'http',
  'outbound',
  'storage',
  'values',
  'protobuf',
  'bus',
  'messages',
  'audit',
  'mail',
  'sms',
  'access',
  'events',
  'entities',
  'usage',
  'telemetry',
  'ota',
  'alarms',
  'device-state',
  'rpc',
  'rules',
  'recorder',
  'query',
  'telemetry-api',
  'imports',
  'live',
  'admin',
  'help',
  'jobs',
  'rollouts',
  'reports',
  'exports',
  'oauth2',
  'claiming',
  'provisioning',
  'transports',
  'demo',
];

/** Tests, and the suites that drivers of a port share, may look anywhere. */
const tests = ['\\.test\\.ts$', '-suite\\.ts$'];

const noArrowRunsUp = rooms.map((room, floor) => ({
  name: `${room}-imports-no-room-above-it`,
  comment:
    'Move the port or type down to the lowest room that needs it. The order of the rooms stands at the top of .dependency-cruiser.cjs.',
  severity: 'error',
  from: { path: `^server/src/${room}/`, pathNot: tests },
  to: {
    path: ['^server/src/[^/]+$', ...rooms.slice(floor + 1).map((above) => `^server/src/${above}/`)],
  },
}));

module.exports = {
  forbidden: [
    ...noArrowRunsUp,
    {
      name: 'every-room-has-its-floor',
      comment: 'A new folder in server/src gets its place in the list of rooms.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: `^server/src/(${rooms.join('|')})/` },
      to: {},
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is imported by everybody and imports nobody.',
      severity: 'error',
      from: { path: '^contract/src' },
      to: { path: '^(server|console|e2e|bench|scripts)/' },
    },
    {
      name: 'console-and-server-meet-in-the-contract',
      comment: 'Only tests look at what the server ships: its widget types, whose forms the console draws.',
      severity: 'error',
      from: { path: '^console/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^server/' },
    },
    {
      name: 'console-makes-calls-and-parses-none',
      comment: 'The routes of the built console have no schemas: only servers and tests may read definitions.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^contract/src/route-definition\\.ts$' },
    },
    {
      name: 'server-knows-no-console',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^console/' },
    },
    {
      name: 'only-the-platform-knows-transports-and-routes',
      comment:
        'Transports and routes are at the top: they are joined in platform.ts, or in the composition of a room with ' +
        'several features, and imported by nobody else.',
      severity: 'error',
      from: {
        path: '^server/src',
        pathNot: [
          '^server/src/(platform|main)\\.ts$',
          composition,
          '^server/src/transports/',
          '^server/src/demo/',
          '\\.test\\.ts$',
        ],
      },
      to: { path: ['^server/src/transports/', '-routes\\.ts$'] },
    },
    {
      name: 'played-devices-know-formats-only',
      comment:
        'Devices that are played write and read messages as the server does, and know nothing else of transports.',
      severity: 'error',
      from: { path: '^server/src/demo/', pathNot: [composition, '\\.test\\.ts$'] },
      to: {
        path: ['^server/src/transports/', '-routes\\.ts$'],
        pathNot: ['^server/src/transports/coap/(message|request)\\.ts$', '^server/src/transports/lwm2m/codecs/'],
      },
    },
    {
      name: 'only-the-platform-composes',
      comment: 'A composition knows the inside of its room: who imports it would know that too.',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/platform\\.ts$', '\\.test\\.ts$'] },
      to: { path: composition },
    },
    {
      name: 'stores-belong-to-their-feature',
      comment: 'A feature reaches another one through its service or a port, never through its store.',
      severity: 'error',
      from: { path: feature, pathNot: ['\\.test\\.ts$', composition] },
      to: { path: '^server/src/(entities|rpc|query|admin)/.*-store\\.ts$', pathNot: '^server/src/$1/' },
    },
    {
      name: 'pages-on-top',
      comment: 'pages → features → controls, api.',
      severity: 'error',
      from: { path: '^console/src/(controls|api|editors|time-window|widgets|dashboard|entity-page)/' },
      to: { path: '^console/src/pages/' },
    },
    {
      name: 'manifests-are-light',
      comment: 'Manifests of pages are in the first load: everything else comes by their lazy imports.',
      severity: 'error',
      from: { path: '^console/src/pages/[^/]+/manifest\\.ts$' },
      to: { dynamic: false, pathNot: '^console/src/app/page-manifest\\.ts$' },
    },
    {
      name: 'controls-and-api-at-the-bottom',
      severity: 'error',
      from: { path: '^console/src/(controls|api|editors)/' },
      to: { path: '^console/src/(pages|widgets|dashboard|entity-page)/' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(raw|url|worker)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|node_modules)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
