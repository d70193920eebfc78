import type { Locale } from '@keepsake/contracts';
import { createNaming } from '../../../../platform/archive/safe-names.ts';
import { translator } from '../texts/texts.ts';
import type { LibraryPhoto } from './read-library.ts';

/** Windows unpacks no path of more than 260 characters, and the folder it unpacks into is part of it. */
const MAX_FOLDER_BYTES = 80;
const MAX_FILE_BYTES = 120;

type Placed = Pick<LibraryPhoto, 'file_name' | 'taken_at' | 'album_ids' | 'album_names'>;

/**
 * Gives out the paths of an export's photos, which come folder by folder: the albums by their names in one folder, the
 * others by year and month. No two are the same in the whole export, so that all its zips can be unpacked into one folder.
 */
export function createPaths(locale: Locale): (photo: Placed) => string {
  const t = translator(locale);
  const nameAlbum = createNaming({ maxBytes: MAX_FOLDER_BYTES, areFolders: true });
  let place: string | undefined;
  let folder = '';
  let nameFile = createNaming();

  function folderOf({ taken_at, album_ids, album_names }: Placed): string {
    if (album_ids) return `${t('folder.albums')}/${nameAlbum(album_names?.[0] ?? '')}`;
    if (!taken_at) return t('folder.unknownDate');
    const [year = '', month = ''] = taken_at.split('-');
    return `${year}/${month}`;
  }
  return (photo) => {
    const next = photo.album_ids?.[0] ?? photo.taken_at?.slice(0, 7) ?? '';
    if (next !== place) {
      place = next;
      folder = folderOf(photo);
      nameFile = createNaming({ maxBytes: MAX_FILE_BYTES });
    }
    return `${folder}/${nameFile(photo.file_name)}`;
  };
}
