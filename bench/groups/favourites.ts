import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 6;
/** Limit beside one statement that writes the same rows, finds them without ids and tells nobody. */
const MOST_OF_BARE = 2;

/** Marking 10,000 photos as favourites by one call. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('favourites');
  const database = await environment.createDatabase('favourites');
  const node = await environment.serve(database, {});
  const { bare, marked } = await paired(
    { bare: () => markInDatabase(database), marked: () => markByCall(database, node) },
    ROUNDS,
  );
  const note = `median of ${ROUNDS}`;
  return [
    figure('mark 10,000 photos as favourites: answered', marked, 'ms', { atMost: 1_000, note }),
    figure('mark 10,000 photos as favourites, beside a bare statement', marked, 'ms', {
      beside: bare,
      atMost: MOST_OF_BARE,
      note,
    }),
  ];
}

async function markInDatabase(database: BenchDatabase): Promise<number> {
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const started = performance.now();
  await database.query('update photos set is_favourite = true where user_id = $1', [customerId]);
  return performance.now() - started;
}

async function markByCall(database: BenchDatabase, node: ServerNode): Promise<number> {
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const photoIds = await readIds(database, customerId);
  const customer = await node.signIn(customerId);
  const body = JSON.stringify({ photoIds, isFavourite: true });
  const started = performance.now();
  await customer.send('PUT', `${SERVICE_PATHS.photoManagement}/photos/favourites`, body);
  return performance.now() - started;
}

async function readIds(database: BenchDatabase, customerId: CustomerId): Promise<string[]> {
  const rows = await database.query<{ id: string }>('select id from photos where user_id = $1', [customerId]);
  return rows.map(({ id }) => id);
}
