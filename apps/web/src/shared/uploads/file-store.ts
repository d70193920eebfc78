const STORE = 'files';

/** Does something with a store of the browser, in turn; undefined when the browser keeps nothing, or not so much. */
export type FileStore = <Result>(
  step: (files: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result | undefined>;

/** A store for files that are on their way, kept by the browser over a reload. Its name is never changed. */
export function openFileStore(database: string): FileStore {
  let turn: Promise<unknown> = Promise.resolve();
  /** In turn, so that a file is kept before it is dropped. */
  return (step) => {
    const done = turn.then(() => runStep(database, step)).catch(() => undefined);
    turn = done;
    return done;
  };
}

async function runStep<Result>(
  name: string,
  step: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settle(opening);
  try {
    return await settle(step(database.transaction(STORE, 'readwrite').objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
