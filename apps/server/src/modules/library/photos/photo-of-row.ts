import { type Photo, THUMBNAIL_SIZES } from '@keepsake/contracts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import type { PhotoRow } from './photo-row.ts';
import { fitBox } from './rules.ts';

/** Through which shared album a photo is seen, and by whom. */
export type PhotoView = { viewerId: string; albumId: string };

/** Who owns the rows, and how their addresses are signed at this instant. */
export type WireContext = { ownerId: string; signer: MediaSigner; now: Date; view?: PhotoView };

/** A row as the wire shows it, with signed addresses that stay the same for a day. */
export function photoOfRow(row: PhotoRow, { ownerId, signer, now, view }: WireContext): Photo {
  const address = signer.addressOf(view ? sharedArea(view, ownerId) : ownerId, row.id, now);
  const isReady = row.thumbnail_state === 'success';
  return {
    imageId: row.id,
    uploadId: row.upload_id,
    localFileName: row.file_name,
    url: `${address}/${isReady ? 1300 : 'original'}`,
    untouchedUrl: `${address}/original`,
    created: row.created_at.toISOString(),
    dateTaken: row.taken_at?.replace(' ', 'T'),
    dateTakenOffset: row.taken_offset_minutes ?? undefined,
    uploadEnd: row.upload_end.toISOString(),
    visibleWidth: row.width ?? undefined,
    visibleHeight: row.height ?? undefined,
    thumbnails: isReady ? thumbnailsOf(row, address) : [],
    thumbnailState: row.thumbnail_state as Photo['thumbnailState'],
    failure: row.failure ?? undefined,
    thumbhash: row.thumbhash?.toString('base64'),
    bytes: row.bytes,
    // What its owner orders is no business of others.
    isOrdered: (!view && row.is_ordered) || undefined,
    ownerId: view && ownerId,
  };
}

/** Where addresses of photos lie that are seen through a shared album: each is one viewer's alone. */
export function sharedArea({ viewerId, albumId }: PhotoView, ownerId: string): string {
  return `shared/${viewerId}/${albumId}/${ownerId}`;
}

function thumbnailsOf({ width, height }: PhotoRow, address: string): Photo['thumbnails'] {
  return THUMBNAIL_SIZES.map((size) => ({
    id: size,
    url: `${address}/${size}`,
    ...fitBox(width ?? 0, height ?? 0, size),
  }));
}
