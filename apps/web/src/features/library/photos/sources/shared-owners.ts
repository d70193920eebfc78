import type { PhotoPage, SharedPhotosLayout } from '@keepsake/contracts';
import { decodeLayout, idsOf } from '../photos/decode-layout.ts';

/** Whose each photo of a shared album is, as far as it was loaded; by album. */
const owners = new Map<string, Map<string, string>>();

function ownersIn(albumId: string): Map<string, string> {
  const known = owners.get(albumId) ?? new Map<string, string>();
  owners.set(albumId, known);
  return known;
}

/** The owner of a photo that was seen in a shared album. Throws for one that never was. */
export function sharedOwnerOf(albumId: string, photoId: string): string {
  const ownerId = ownersIn(albumId).get(photoId);
  if (ownerId === undefined) throw new Error(`The owner of photo ${photoId} is not known`);
  return ownerId;
}

/** Learns the owners of a page. */
export function learnFromPage(albumId: string, page: PhotoPage): PhotoPage {
  const known = ownersIn(albumId);
  for (const { imageId, ownerId } of page.images) if (ownerId) known.set(imageId, ownerId);
  return page;
}

/** Learns the owners of a whole album. */
export function learnFromLayout(albumId: string, layout: SharedPhotosLayout): SharedPhotosLayout {
  const known = ownersIn(albumId);
  const places = Uint8Array.from(atob(layout.owners), (character) => character.charCodeAt(0));
  const words = new DataView(places.buffer);
  for (const [index, photoId] of idsOf(decodeLayout(layout)).entries()) {
    known.set(photoId, layout.ownerIds[words.getUint16(index * 2)] ?? '');
  }
  return layout;
}
