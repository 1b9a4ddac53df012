import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { deviceProfileNode } from './device-profile.ts';

test('lets every message through', async () => {
  expect((await tryRuleNode(deviceProfileNode)).handle({ type: 'ALARM' })).toBe('Success');
});
