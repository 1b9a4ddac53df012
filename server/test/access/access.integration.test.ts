import { describe } from 'vitest';
import { describeAccess, useAccessWorld } from './access-suite.ts';
import { ACCESS_TABLES } from './access-tables.ts';

const world = useAccessWorld();
describe.each(Object.entries(ACCESS_TABLES))('%s', (_noun, rows) => describeAccess(world, rows));
