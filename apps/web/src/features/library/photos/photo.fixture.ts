import type { Photo, PhotosLayout } from '@keepsake/contracts/library/photos';

/** The id of the n-th photo of a test. */
export const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The n-th photo of a test: 4 by 3, decoded, with its thumbnails. */
export function makePhoto(n: number, details: Partial<Photo> = {}): Photo {
  const thumbnails = ([300, 800, 1300] as const).map((id) => ({ id, url: `/media/${n}-${id}.jpg` }));
  return {
    imageId: idOf(n),
    uploadId: idOf(n),
    localFileName: `photo-${n}.jpg`,
    url: `/media/${n}-1300.jpg`,
    untouchedUrl: `/media/${n}.jpg`,
    created: '2024-05-01T10:00:00Z',
    dateTaken: '2024-03-09T15:04:05',
    visibleWidth: 4000,
    visibleHeight: 3000,
    thumbnails,
    thumbnailState: 'success',
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    ...details,
  };
}

export const makePhotos = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => makePhoto(from + i));

/** The layout of photos as sent by the server. */
export function makeLayout(photos: readonly Photo[]): PhotosLayout {
  const ids = photos.flatMap(({ imageId }) =>
    (imageId.replaceAll('-', '').match(/../g) ?? []).map((hex) => Number(`0x${hex}`)),
  );
  const ratios = photos.flatMap(({ visibleWidth = 0, visibleHeight = 1 }) => {
    const ratio = Math.floor((visibleWidth * 1000) / visibleHeight);
    return [ratio >> 8, ratio & 255];
  });
  return { count: photos.length, ids: base64(ids), ratios: base64(ratios) };
}

const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));
