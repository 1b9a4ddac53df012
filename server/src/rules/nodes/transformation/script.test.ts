import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { scriptTransformationNode } from './script.ts';

const message = { data: '{"t":1}', metadata: { a: 'b' } };
const type = 'POST_TELEMETRY_REQUEST';

const MAKES: [returned: unknown, made: object][] = [
  [{ msg: { t: 2 } }, { data: '{"t":2}', metadata: { a: 'b' }, type }],
  [
    { msg: null, msgType: '' },
    { data: 'null', type },
  ],
  [{ metadata: { n: 1, on: true, none: null } }, { data: '{"t":1}', metadata: { n: '1', on: 'true' } }],
  [{ msgType: null }, { type: 'null' }],
  [[{ msgType: 'X' }], { type: 'X' }],
];
const FAILS: [returned: unknown, text: string][] = [
  [7, 'Wrong result type: number'],
  [undefined, 'Wrong result type: undefined'],
  [[], 'The script returned no message'],
  [[1], 'Wrong result type: array with number'],
  [{ metadata: { a: {} } }, "Metadata 'a' must be"],
  [{ metadata: 'text' }, 'Wrong type of metadata: string'],
];

testRuleNode(scriptTransformationNode, [
  ...MAKES.map(([returned, made]) => ({
    title: `makes a message of ${JSON.stringify(returned)}`,
    message,
    script: () => returned,
    relation: 'Success',
    leaves: made,
  })),
  {
    title: 'makes several messages of a list',
    message,
    script: () => [{ msg: 1 }, { msg: 2 }],
    relation: ['Success', 'Success'],
    leaves: [{ data: '1' }, { data: '2' }],
  },
  ...[
    { returned: { msg: 'x'.repeat(1_048_576) }, fails: 'a message of more than 1048576 characters' },
    { returned: { metadata: { a: 'x'.repeat(65_536) } }, fails: 'metadata of more than 65536 characters' },
  ].map(({ returned, fails }) => ({ title: `fails for ${fails}`, message, script: () => returned, fails })),
  ...FAILS.map(([returned, fails]) => ({
    title: `fails for ${JSON.stringify(returned)}`,
    message,
    script: () => returned,
    fails,
  })),
]);
