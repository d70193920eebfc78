import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { defaultChannel } from '../modules/channels/index.ts';
import type { Identity } from '../modules/identity/index.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { readSecret } from '../platform/secrets.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { listDemoPhotographs, startRenderer } from './photographs/index.ts';

type Deps = { app: Pick<App, 'connection' | 'uploads'> & { identity: Identity }; log: Logger };

/** Says, once written, that the demo's photographs are there; what the customer then deletes stays deleted. */
const LOADED = 'demo-loaded';
/** When the demo was made: a start after a kill goes on with the same photographs. */
const MADE_AT = 'demo-made-at';

/** Makes the demo customers, then fills a library in the background by way of the real import. Returns what stops it. */
export function loadDemo({ app, log }: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const { db } = app.connection;
  const loading = (async () => {
    await createCustomers(app.identity);
    if (await isLoaded(db)) return;
    for (const customer of DEMO_CUSTOMERS) {
      if (customer.hasPhotographs) await addPhotographs(app, customer.id, stopping.signal);
    }
    if (!stopping.signal.aborted) await readSecret(db, LOADED, () => 'yes');
  })().catch((error) => log.error({ err: error }, 'the demo could not be loaded'));
  return async () => {
    stopping.abort();
    await loading;
  };
}

async function createCustomers(identity: Identity): Promise<void> {
  for (const { id, email, name, password, identityType } of DEMO_CUSTOMERS) {
    try {
      const { id: channel, locale } = defaultChannel;
      await identity.createAccount({ id, email, name, password, identityType, channel, locale });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    }
  }
}

async function addPhotographs({ connection, uploads }: Deps['app'], userId: string, signal: AbortSignal) {
  const now = new Date(await readSecret(connection.db, MADE_AT, () => new Date().toISOString()));
  const known = await knownFileNames(connection.db, userId);
  const renderer = startRenderer();
  try {
    for (const photograph of listDemoPhotographs({ now }).reverse()) {
      if (signal.aborted) return;
      if (known.has(photograph.fileName)) continue;
      const content = await renderer.render(photograph);
      await uploads.addFile({ userId, fileName: photograph.fileName, content, isBulk: true });
    }
  } finally {
    await renderer.stop();
  }
}

async function knownFileNames(db: Database, userId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('file_name').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.file_name));
}

async function isLoaded(db: Database): Promise<boolean> {
  const row = await db.selectFrom('secrets').select('name').where('name', '=', LOADED).executeTakeFirst();
  return row !== undefined;
}
