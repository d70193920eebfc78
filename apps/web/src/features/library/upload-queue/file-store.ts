const STORE = 'files';

/** Runs a step on a browser store, one at a time; undefined if the browser stores nothing, or not this much. */
export type FileStore = <Result>(
  step: (files: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result | undefined>;

/** A store for files being uploaded, which survives a reload. Database names never change. */
export function openFileStore(database: string): FileStore {
  let turn: Promise<unknown> = Promise.resolve();
  /** Steps run in sequence, so that a file is stored before it is deleted. */
  return (step) => {
    // A file that is not stored is sent nevertheless; only after a reload it has to be picked again.
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
