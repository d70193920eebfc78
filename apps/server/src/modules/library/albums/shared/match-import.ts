import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import { NOBODY } from '../../../../platform/ids.ts';
import { lockNamedPhotos } from '../../photos/index.ts';
import type { ImportedAlbum, ImportedPhoto } from './import-file.ts';

/** Customers by e-mail address as requested: none, one or several per address. */
export type CustomersByEmail = ReadonlyMap<string, readonly CustomerId[]>;

export type Members = { ownerId: CustomerId; participantIds: CustomerId[]; idOf(email: string): CustomerId };

/** All addresses in a file. */
export function listEmails(albums: readonly ImportedAlbum[]): string[] {
  const named = albums.flatMap(({ owner, participants, photos }) => [
    owner,
    ...participants,
    ...photos.flatMap((photo) => photo.owner ?? []),
  ]);
  return [...new Set(named)];
}

/** The customers of an album, or why they cannot be found. */
export function findMembers(
  { owner, participants, photos }: ImportedAlbum,
  customers: CustomersByEmail,
): { members: Members; faults?: never } | { faults: string[]; members?: never } {
  const idOf = (email: string) => customers.get(email)?.[0] ?? NOBODY;
  const emails = [...new Set([owner, ...participants])];
  const [ownerId = NOBODY, ...participantIds] = new Set(emails.map(idOf));
  const strangers = photos
    .flatMap((photo) => photo.owner ?? [])
    .filter((email) => ![ownerId, ...participantIds].includes(idOf(email)));
  const faults = [
    ...emails.flatMap((email) => faultOf(email, customers.get(email)?.length ?? 0)),
    ...[...new Set(strangers)].map((email) => `${email} has photos in the album but no part in it`),
    ...(participantIds.length === 0 ? ['the owner is the only participant'] : []),
  ];
  if (faults.length > 0) return { faults };
  return { members: { ownerId, participantIds, idOf } };
}

function faultOf(email: string, found: number): string[] {
  if (found === 0) return [`${email} is not a customer`];
  return found > 1 ? [`${email} is the address of several customers`] : [];
}

/** The photos of one member in the album. */
export type MembersPhotos = { photoOwnerId: CustomerId; photoIds: string[] };

/** The photos of an album by owner, locked against deletion until the transaction ends, and a fault for each missing one. */
export async function findPhotos(
  trx: Queryable,
  { owner, photos }: ImportedAlbum,
  { idOf }: Members,
): Promise<{ found: MembersPhotos[]; faults: string[] }> {
  const byOwner = Map.groupBy(photos, (photo) => idOf(photo.owner ?? owner));
  const found: MembersPhotos[] = [];
  const faults: string[] = [];
  for (const [photoOwnerId, requested] of byOwner) {
    const ids = idsByKey(await lockNamedPhotos(trx, photoOwnerId, namesOf(requested)));
    const missing = requested.filter((photo) => !ids.has(keyOf(photo)));
    faults.push(...missing.map((photo) => `${photo.owner ?? owner} has no photo ${keyOf(photo)}`));
    found.push({ photoOwnerId, photoIds: requested.flatMap((photo) => ids.get(keyOf(photo)) ?? []) });
  }
  return { found, faults };
}

const namesOf = (requested: readonly ImportedPhoto[]) => ({
  ids: requested.flatMap((photo) => ('id' in photo ? photo.id : [])),
  uploadIds: requested.flatMap((photo) => ('uploadId' in photo ? photo.uploadId : [])),
  contents: requested.flatMap((photo) => ('sha256' in photo ? photo.sha256 : [])),
});

const idsByKey = (rows: Awaited<ReturnType<typeof lockNamedPhotos>>) =>
  new Map(
    rows.flatMap(({ id, upload_id, sha256 }) => [
      [`id ${id}`, id],
      [`uploadId ${upload_id}`, id],
      [`sha256 ${sha256}`, id],
    ]),
  );

function keyOf(photo: ImportedPhoto): string {
  if ('id' in photo) return `id ${photo.id}`;
  return 'uploadId' in photo ? `uploadId ${photo.uploadId}` : `sha256 ${photo.sha256}`;
}
