import { albumName } from '@keepsake/contracts/library/albums';
import { withoutInvisible } from '@keepsake/contracts/platform/plain-text';
import { sentInstant } from '@keepsake/contracts/platform/sent-instant';
import * as z from 'zod';
import { parseJsonFile } from '../../../../platform/operator-file.ts';

const id = z.uuid().toLowerCase();
const email = z.email();
const owner = { owner: email.optional() };

/** A photo by its id, by the id of its upload, or by its content; the album owner's unless another owner is named. */
const photo = z.union(
  [
    z.strictObject({ ...owner, id }),
    z.strictObject({ ...owner, uploadId: id }),
    z.strictObject({ ...owner, sha256: z.hash('sha256').toLowerCase() }),
  ],
  { error: 'A photo has one of id, uploadId and sha256, and may have an owner' },
);

const album = z.strictObject({
  id,
  name: z.string().transform(withoutInvisible).pipe(albumName),
  /** The e-mail addresses with which customers signed up. */
  owner: email,
  participants: z.array(email).min(1),
  created: z.optional(sentInstant),
  photos: z.array(photo),
});

const importFile = z.strictObject({ albums: z.array(album) });

export type ImportedPhoto = z.infer<typeof photo>;
export type ImportedAlbum = z.infer<typeof album>;

type Parsed = { albums: ImportedAlbum[]; faults?: never } | { faults: string[]; albums?: never };

/** Parses the retailer's file; each fault is a line that says where it is. */
export function parseImportFile(text: string): Parsed {
  const { value, faults } = parseJsonFile(importFile, text);
  if (faults) return { faults };
  const { albums } = value;
  const duplicates = [...Map.groupBy(albums, ({ id }) => id)].filter(([, same]) => same.length > 1);
  if (duplicates.length > 0)
    return { faults: duplicates.map(([id]) => `album ${id} is there more than once`) };
  return { albums };
}
