import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MyDataArchive, ReadyMyData } from '@keepsake/contracts/account/my-data';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import * as z from 'zod';
import { areasOf } from '../../../platform/erase-declared.ts';
import { runJobs } from '../../../platform/jobs/run-jobs.ts';
import { sendMailTask } from '../../../platform/mail.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import { addStoredPhoto } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createExports } from '../../library/exports/index.ts';
import { createMyData } from './index.ts';

type AnyBody = Omit<ReadyMyData, 'status'> & {
  archive: (MyDataArchive & Partial<ReadyMyData>) | null;
  status: MyDataArchive['status'];
  done: number;
  total: number;
  url: string;
  code: ProblemBody['code'];
};

const PATH = '/customers/customers/me/mydata';
const QUEUE = ['make-my-data', 'lay-out-export', 'send-mail'];

/** Rows that an area exports for any customer: their number, and what happens before each. */
export type Area = { rows: number; before?: (index: number) => Promise<void> | void };

/** 'My data' with the exports of photos and the test's own area; jobs run when a test calls `work`. */
export async function startMyData() {
  const area: Area = { rows: 3 };
  const notes: PersonalData = {
    area: 'notes',
    erase: async () => null,
    files: [
      dataFile({
        name: 'notes',
        row: z.strictObject({ index: z.int(), text: z.string() }),
        async *read(customerId) {
          for (let index = 0; index < area.rows; index++) {
            await area.before?.(index);
            yield { index, text: `Grüße — 花火 "${customerId}"` };
          }
        },
      }),
      dataFile({ name: 'nothing', row: z.strictObject({ id: z.uuid() }), async *read() {} }),
    ],
  };
  const data: PersonalData[] = [notes];
  const world = await startWorld({
    modules(parts) {
      const shared = { ...parts, publicUrl: 'https://photos.example' };
      const exports = createExports({
        ...shared,
        chunkBytes: 1_000_000,
        exportsPerDay: 2,
        presentPhotos: async () => [],
        isLibraryHidden: async () => false,
      });
      const photos = () => exports.photosOfMyData;
      const myData = createMyData({ ...shared, personalData: () => data, photos, noteEvent: async () => {} });
      data.push(...areasOf(parts.db, [myData, exports]));
      const mails = sendMailTask({ ...parts, smtpUrl: null, from: 'k@example.com' });
      return [myData, exports, { tasks: [mails] }];
    },
  });
  const { db, connection, dataDir, address, tasks, log } = world;

  async function countWaiting() {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs
      where task_identifier = any(${QUEUE}) and attempts < max_attempts and run_at < now() + interval '10 s'`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  }
  return {
    ...world,
    area,
    /** Calls 'my data' as a customer who has just signed in. */
    ask: (customerId: CustomerId, method = 'GET', below = '') =>
      world.call<AnyBody>(
        customerId,
        method,
        PATH + below,
        method === 'POST' ? { channel: 'pennyfern' } : undefined,
      ),
    /** Runs pending jobs with n workers until none is left. */
    async work(workers = 1) {
      const start = () => runJobs({ db, pool: connection.pool, tasks, crons: [], concurrency: 2, log });
      const runners = await Promise.all(Array.from({ length: workers }, start));
      while ((await countWaiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await Promise.all(runners.map((runner) => runner.stop()));
    },
    addPhoto: (customerId: CustomerId) => addStoredPhoto(world, customerId, { fileName: 'a.jpg' }),
    mailsTo: (customerId: CustomerId) =>
      db
        .selectFrom('outbox_mails')
        .selectAll()
        .where('recipient', '=', `${customerId}@example.com`)
        .execute(),
    stored: async (customerId: CustomerId) =>
      (await Array.fromAsync(world.objects.list(`my-data/${customerId}/`))).map(({ key }) => key),
    /** Saves the answer at one of our addresses to a file. */
    async save(url: string): Promise<string> {
      const answer = await fetch(address + url);
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      const file = path.join(dataDir, `${randomUUID()}.zip`);
      await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
      return file;
    },
  };
}

export type TestMyData = Awaited<ReturnType<typeof startMyData>>;
