import type pg from 'pg';

interface LostCommits {
  /** Whether the lost COMMIT reached the database. */
  isStored: () => boolean;
  /** How many are lost; default 1. */
  count?: number;
}

/**
 * A pool some of whose connections break at their COMMIT, before its reply arrives: the server may have committed, or
 * never have received it.
 */
export function loseCommitReplies(pool: pg.Pool, { isStored, count = 1 }: LostCommits): pg.Pool {
  let left = count;

  /** The connection, with its next COMMIT lost. */
  function breakAtCommit(client: pg.PoolClient): pg.PoolClient {
    let isBroken = false;
    return new Proxy(client, {
      get(target, name) {
        if (name === 'release') return () => target.release(isBroken);
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'query') return member.bind(target);
        return async (...given: [never]) => {
          if (isBroken) throw new Error('Connection terminated');
          if ((given[0] as unknown) !== 'COMMIT' || left <= 0) return target.query(...given);
          left--;
          isBroken = true;
          await target.query(isStored() ? 'COMMIT' : 'ROLLBACK');
          throw new Error('Connection terminated unexpectedly');
        };
      },
    });
  }

  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => breakAtCommit(await target.connect());
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
