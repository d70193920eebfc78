import pg from 'pg';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { loadObjects } from './load-objects.ts';

export type Options = { databaseUrl: string; objects: ObjectStore; signal?: AbortSignal };
export type Comparison = {
  /** In the transaction whose snapshot all checks share; knows what the store has as the table `stored`. */
  client: pg.Client;
  /** Sees what has changed since. */
  fresh: pg.Client;
  objects: ObjectStore;
  /** How many objects there are. */
  stored: number;
};

/**
 * Lists the store, then lets `look` compare it with the rows of one snapshot: an object that is listed had its row before
 * the snapshot, if it has one. An end that is asked for by `signal` throws between two steps.
 */
export async function compareStored<Found>(
  { databaseUrl, objects, signal }: Options,
  look: (comparison: Comparison) => Promise<Found>,
): Promise<Found> {
  const [client, fresh] = [await connect(databaseUrl), await connect(databaseUrl)];
  try {
    const stored = await loadObjects(client, objects, signal);
    await client.query('begin isolation level repeatable read');
    const found = await look({ client, fresh, objects, stored });
    await client.query('commit');
    return found;
  } finally {
    await Promise.all([client.end(), fresh.end()]);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'keepsake audit' });
  // A connection that breaks fails the query that uses it; nobody else needs to hear of it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
