import { ErrorCode } from '@signalbox/contract/error';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { StorageUnavailable } from '../config/transient-error.ts';
import { addErrorReplies } from './error-reply.ts';
import { ApiError } from './errors.ts';

test.each([
  ['a refusal', new ApiError(504, ErrorCode.general, 'The device did not answer in time'), 0],
  ['what nobody expected', new Error('broken'), 1],
])('%s is logged so often: %s %d', async (_what, error, lines) => {
  const app = Fastify();
  const logged = vi.spyOn(app.log, 'error');
  addErrorReplies(app, app.log);
  app.get('/', () => Promise.reject(error));
  expect((await app.inject('/')).statusCode).toBeGreaterThanOrEqual(500);
  expect(logged).toHaveBeenCalledTimes(lines);
});

test.each([
  [new StorageUnavailable('The server is overloaded'), 'The server is overloaded; please try again.'],
  [
    new StorageUnavailable('The messages could not be stored', { cause: new Error('connection lost') }),
    'The database is not available now; please try again.',
  ],
  [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'The database is not available now; please try again.'],
])('what cannot be stored now says why: %s', async (error, message) => {
  const app = Fastify();
  addErrorReplies(app, app.log);
  app.get('/', () => Promise.reject(error));
  const reply = await app.inject('/');
  expect([reply.statusCode, reply.headers['retry-after'], reply.json().message]).toEqual([503, '2', message]);
});
