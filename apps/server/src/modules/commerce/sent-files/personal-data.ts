import { MINUTE_MS } from '../../../platform/clock.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Deps } from './deps.ts';
import { purgeFilesOf } from './removals.ts';

/** How soon to check again whether the store removes objects. */
const RETRY_MS = MINUTE_MS;

/** Objects of files whose rows are gone, whether of orders, projects or online products. */
export const sentFilesData = (deps: Pick<Deps, 'db' | 'objects' | 'clock'>): PersonalData => ({
  area: 'sent-files',
  tables: ['deleted_order_files'],
  async erase(userId) {
    return (await purgeFilesOf(deps, userId)) ? null : new Date(deps.clock().getTime() + RETRY_MS);
  },
});
