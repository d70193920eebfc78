import { updateInAlbums } from './modules/library/albums/index.ts';
import { orderByName } from './modules/library/photos/index.ts';
import type { Backfill } from './platform/database/backfills.ts';

/** What migrations declare by name. One stays as long as its migration: an installation may skip releases. */
export const BACKFILLS: readonly Backfill[] = [orderByName(updateInAlbums)];
