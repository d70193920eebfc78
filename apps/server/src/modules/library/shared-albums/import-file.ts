import { albumNameFault } from '@keepsake/contracts';
import * as z from 'zod';

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
  name: z.string().refine((name) => albumNameFault(name) === null, { error: 'Name not valid' }),
  /** E-mail addresses, as customers signed up with them. */
  owner: email,
  participants: z.array(email).min(1),
  created: z.iso.datetime({ offset: true }).optional(),
  photos: z.array(photo),
});

const importFile = z.strictObject({ albums: z.array(album) });

export type ImportedPhoto = z.infer<typeof photo>;
export type ImportedAlbum = z.infer<typeof album>;

type Parsed = { albums: ImportedAlbum[]; faults?: never } | { faults: string[]; albums?: never };

/** Parses the retailer's file; each fault is a line that says where it is. */
export function parseImportFile(text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`The file is not valid JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = importFile.safeParse(json);
  if (!success) return { faults: error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`) };
  const duplicates = data.albums.filter(
    ({ id }, index) => data.albums.findIndex((one) => one.id === id) < index,
  );
  if (duplicates.length > 0)
    return { faults: duplicates.map(({ id }) => `album ${id} is there more than once`) };
  return data;
}

/** As people write it: `albums[2].owner`. */
const placeOf = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'file';
