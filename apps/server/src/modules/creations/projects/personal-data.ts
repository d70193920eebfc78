import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { NIL_ID } from '../../../platform/ids.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { eraseProjects } from './end-projects.ts';
import { countProjects } from './store.ts';

export const TABLES: Tables = {
  projects: { customer: 'user_id', erasedBy: 'module' },
};

const moment = z.iso.datetime({ offset: true });

const project = z.object({
  projectCode: z.string(),
  /** The editor that stores it. */
  editor: z.string(),
  channel: z.string(),
  title: z.string().nullable(),
  product: z.string().nullable(),
  article: z.string().nullable(),
  pagesCount: z.int().nullable(),
  photoIds: z.array(z.string()),
  changedAt: moment,
  keptUntil: moment.nullable(),
  deletedAt: moment.nullable(),
});

/** The saved projects kept of a customer. */
export const projectsData = (
  deps: Pick<Deps, 'db' | 'clock' | 'notifyServices' | 'endNeededDate'>,
): PersonalData => ({
  area: 'projects',
  async countLosses(customerId) {
    const count = await countProjects(deps.db, customerId);
    return count > 0 ? [{ kind: 'projects', count }] : [];
  },
  async erase(customerId, closing) {
    await eraseProjects(deps, customerId, closing);
    return null;
  },
  files: [{ name: 'projects', row: project, read: (customerId) => readProjects(deps, customerId) }],
});

/** Projects per statement: each may name thousands of photos. */
const BATCH = 20;

async function* readProjects({ db }: Pick<Deps, 'db'>, customerId: CustomerId): AsyncIterable<unknown> {
  let rows: { id: string; project: unknown }[] = [];
  let last: string = NIL_ID;
  do {
    ({ rows } = await sql<(typeof rows)[number]>`
      select id, json_build_object('projectCode', code, 'editor', service, 'channel', channel, 'title', title,
        'product', product, 'article', article, 'pagesCount', pages_count, 'photoIds', photo_ids,
        'changedAt', changed_at, 'keptUntil', kept_until, 'deletedAt', deleted_at) as project
      from projects where user_id = ${customerId} and id > ${last} order by id limit ${BATCH}`.execute(db));
    for (const row of rows) yield row.project;
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === BATCH);
}
