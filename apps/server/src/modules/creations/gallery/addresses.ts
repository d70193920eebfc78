/** Where the channels' galleries are, below the address of this installation. */
export const GALLERY_PATH = '/gallery';

type Placed = { channel: string; category?: string | null; page?: number };

/** The path of a page of entries, for a category or all. */
export function pathOfGallery({ channel, category, page = 1 }: Placed): string {
  const place = category ? `${GALLERY_PATH}/${channel}/${category}` : `${GALLERY_PATH}/${channel}`;
  return page > 1 ? `${place}?page=${page}` : place;
}

/** The path of an entry; its pictures are below it. */
export const pathOfEntry = ({ channel, id }: { channel: string; id: string }): string =>
  `${GALLERY_PATH}/${channel}/entries/${id}`;

export const addressOfEntry = (publicUrl: string, entry: { channel: string; id: string }): string =>
  publicUrl + pathOfEntry(entry);
