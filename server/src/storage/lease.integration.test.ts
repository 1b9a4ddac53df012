import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPostgresLease } from './lease.ts';
import { describeLease } from './lease-suite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeLease('PostgreSQL', () => createPostgresLease(database.pool));
