import path from 'node:path';

/** Keeps keys of an index, and cursors that contain one, short: at most 1,200 bytes. */
const MAX_LENGTH = 400;
/** Sorts below everything a name contains, so that 'Scan' comes before 'Scan 2'. */
const END_OF_STEM = '\u0001';

/**
 * What photos of equal times are ordered by, compared byte by byte: their names, whatever the case and accents, with numbers by
 * their value. Never empty.
 */
export function nameOrder(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}]/gu, '')
    .toLowerCase();
  const extension = path.extname(plain);
  const stem = plain.slice(0, plain.length - extension.length);
  const key = stem.replace(/\d+/g, numberKey) + END_OF_STEM + extension;
  return key.slice(0, MAX_LENGTH).toWellFormed();
}

/** A number behind its length sorts by its value; the zero keeps it where digits stand among other characters. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  return `0${String.fromCharCode(0x60 + value.length)}${value}`;
}

/**
 * The place of a cursor with its name. A cursor issued before names broke ties has a time and a photo, whose `name_order` is looked
 * up; a photo that is gone comes before others of its time.
 */
export async function placeWithName(
  place: readonly string[],
  findNameOrder: (photoId: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const [order = '', photoId = ''] = place;
  return place.length > 2 ? place : [order, (await findNameOrder(photoId)) ?? '', photoId];
}
