import type { ImportedAlbum } from './import-file.ts';

/** Customers by e-mail address in lower case; an address may be that of none, or of several. */
export type CustomersByEmail = ReadonlyMap<string, readonly string[]>;

export type Members = { ownerId: string; participantIds: string[]; idOf(email: string): string };

/** All addresses that albums name, in lower case. */
export function listEmails(albums: readonly ImportedAlbum[]): string[] {
  const named = albums.flatMap(({ owner, participants, photos }) => [
    owner,
    ...participants,
    ...photos.flatMap((photo) => photo.owner ?? []),
  ]);
  return [...new Set(named.map((email) => email.toLowerCase()))];
}

/** The customers of an album, or why they cannot be told. */
export function findMembers(
  { owner, participants, photos }: ImportedAlbum,
  customers: CustomersByEmail,
): { members: Members; faults?: never } | { faults: string[]; members?: never } {
  const emails = [...new Set([owner, ...participants].map((email) => email.toLowerCase()))];
  const strangers = photos.flatMap((photo) => photo.owner?.toLowerCase() ?? []);
  const faults = [
    ...emails.flatMap((email) => faultOf(email, customers.get(email)?.length ?? 0)),
    ...new Set(
      strangers
        .filter((email) => !emails.includes(email))
        .map((email) => `${email} has photos in the album but no part in it`),
    ),
    ...(emails.length === 1 ? ['the owner is the only participant'] : []),
  ];
  if (faults.length > 0) return { faults };
  const idOf = (email: string) => customers.get(email.toLowerCase())?.[0] ?? '';
  const [ownerId = '', ...participantIds] = emails.map(idOf);
  return { members: { ownerId, participantIds, idOf } };
}

function faultOf(email: string, found: number): string[] {
  if (found === 0) return [`${email} is not a customer`];
  return found > 1 ? [`${email} is the address of several customers`] : [];
}
