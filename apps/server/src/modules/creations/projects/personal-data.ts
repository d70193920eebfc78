import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { eraseProjects } from './end-projects.ts';
import { countProjects } from './store.ts';

export const TABLES: Tables = {
  projects: { customer: 'user_id', erasedBy: 'module' },
};

const moment = z.iso.datetime({ offset: true });

const PROJECTS = tableFile({
  name: 'projects',
  table: 'projects',
  orderBy: ['id'],
  // Each may name thousands of photos.
  pageRows: 20,
  row: z.object({
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
  }),
  from: {
    projectCode: 'code',
    editor: 'service',
    changedAt: asStored('changed_at'),
    keptUntil: asStored('kept_until'),
    deletedAt: asStored('deleted_at'),
  },
});

/** The saved projects kept of a customer. */
export const projectsData = (
  deps: Pick<Deps, 'db' | 'clock' | 'notifyServices' | 'endNeededDate'>,
): DeclaredData => ({
  area: 'projects',
  loses: { kind: 'projects', count: (customerId) => countProjects(deps.db, customerId) },
  async erase(customerId, closing) {
    await eraseProjects(deps, customerId, closing);
    return null;
  },
  files: [PROJECTS],
});
