import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import type { DownloadRow } from './download-row.ts';
import { failDownload } from './download-store.ts';

/**
 * Fails the customer's finished archives that can no longer be had: because photos were deleted, whose names are kept,
 * or because the album through which they were seen is shared no more.
 */
export async function failLostDownloads(deps: Deps, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; missing: string[] }>`
    select d.id, array_agg(asked.name) as missing
    from downloads d
    cross join lateral jsonb_to_recordset(d.photos) as asked ("photoId" uuid, "ownerId" uuid, name text)
    left join photos p on p.user_id = asked."ownerId" and p.id = asked."photoId"
    where d.user_id = ${userId} and d.status = 'finished' and d.expires_at > ${deps.clock()} and p.id is null
    group by d.id`.execute(deps.db);
  for (const { id: downloadId, missing } of rows)
    await failDownload(deps.db, { userId, downloadId }, missing);
  await failUnshared(deps, userId);
}

async function failUnshared({ db, clock, findSharedAlbum }: Deps, userId: string): Promise<void> {
  const shared = await db
    .selectFrom('downloads')
    .select(['id', 'shared_album_id', 'photos'])
    .where('user_id', '=', userId)
    .where('status', '=', 'finished')
    .where('expires_at', '>', clock())
    .where('shared_album_id', 'is not', null)
    .execute();
  for (const { id: downloadId, shared_album_id, photos } of shared) {
    const asked = photos as unknown as DownloadRow['photos'];
    const album = await findSharedAlbum(userId, shared_album_id ?? '', asked);
    if (album === null) await failDownload(db, { userId, downloadId }, []);
  }
}
