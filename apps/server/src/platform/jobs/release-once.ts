import type pg from 'pg';

type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose clients may be released twice. graphile-worker 0.18 does that if its listening connection fails while it stops, in
 * a promise that nobody handles, which would end the process. That connection, the only one which it takes by callback, comes from
 * another pool.
 */
export function releaseOnce(pool: pg.Pool, listeningPool: pg.Pool = pool): pg.Pool {
  const connect = (callback?: Callback) => {
    if (!callback) return pool.connect();
    return listeningPool.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (failure) => {
        if (isReleased) return;
        isReleased = true;
        release(failure);
      });
    });
  };
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
