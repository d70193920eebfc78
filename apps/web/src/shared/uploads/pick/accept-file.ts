import { ACCEPTED_PHOTO_EXTENSIONS, ACCEPTED_PHOTO_TYPES, MAX_PHOTO_BYTES } from '@keepsake/contracts';
import type { Reason } from '../queue/import-item.ts';

/** What the file picker offers [IMP-02]. Both kinds of names: many systems know no type for HEIC. */
export const PICKER_ACCEPT = [...ACCEPTED_PHOTO_TYPES, ...ACCEPTED_PHOTO_EXTENSIONS].join(',');

/** Files that systems put into folders of photos without anybody having asked. */
const UNASKED = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** True for what nobody means to add, so that it is not worth a word. */
export function isUnasked({ name }: Pick<File, 'name'>): boolean {
  return UNASKED.test(name);
}

/** Why this file cannot be a photo of the library, or null; the content is for the server to judge [IMP-02]. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Reason | null {
  const isAccepted =
    ACCEPTED_PHOTO_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)) ||
    ACCEPTED_PHOTO_TYPES.some((accepted) => accepted === type);
  if (!isAccepted) return 'wrong-type';
  if (size === 0) return 'empty';
  return size > MAX_PHOTO_BYTES ? 'too-large' : null;
}
