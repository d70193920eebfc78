import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_SECONDS } from '@keepsake/contracts/platform/limits';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 6;
/** Seconds of a clock that was wrong by more than a month. */
const SHIFT = 40 * DAY_SECONDS;
/** Limit beside one statement that writes the same rows, finds them without ids, counts no month and cannot be undone. */
const MOST_OF_BARE = 2;

/** Shifting the dates of 10,000 photos by one call, until the timeline shows it. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('date-shift');
  const database = await environment.createDatabase('date-shift');
  const node = await environment.serve(database, {});
  const { bare, shifted } = await paired(
    { bare: () => shiftInDatabase(database), shifted: () => shiftByCall(database, node) },
    ROUNDS,
  );
  const answered = shifted.map((times) => times.answered);
  const note = `median of ${ROUNDS}`;
  return [
    figure(
      'shift the dates of 10,000 photos: visible in the timeline',
      shifted.map((times) => times.visible),
      'ms',
      { atMost: 1_000, note },
    ),
    figure('shift the dates of 10,000 photos, beside a bare statement', answered, 'ms', {
      beside: bare.map((times) => times.answered),
      atMost: MOST_OF_BARE,
      note,
    }),
  ];
}

type Times = { answered: number; visible: number };

async function shiftInDatabase(database: BenchDatabase): Promise<Times> {
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const started = performance.now();
  await database.query(
    `update photos set taken_at = taken_at + $2 * interval '1 second', corrected_to = 'second', recorded_taken_at = taken_at
     where user_id = $1`,
    [customerId, SHIFT],
  );
  const answered = performance.now() - started;
  return { answered, visible: answered };
}

async function shiftByCall(database: BenchDatabase, node: ServerNode): Promise<Times> {
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const photoIds = await readIds(database, customerId);
  const customer = await node.signIn(customerId);
  const body = JSON.stringify({ photoIds, change: { kind: 'shift', seconds: SHIFT } });
  const started = performance.now();
  await customer.send('POST', `${SERVICE_PATHS.photoManagement}/photos/dates`, body, {
    [IDEMPOTENCY_HEADER]: randomUUID(),
  });
  const answered = performance.now() - started;
  await customer.readText(`${SERVICE_PATHS.photoManagement}/users/timeline/start?sortKey=dateTaken`);
  return { answered, visible: performance.now() - started };
}

async function readIds(database: BenchDatabase, customerId: CustomerId): Promise<string[]> {
  const rows = await database.query<{ id: string }>('select id from photos where user_id = $1', [customerId]);
  return rows.map(({ id }) => id);
}
