import type { ChosenPhotos } from '#/shared/extension-points.ts';
import type { PhotoSource, SourceSection } from '../photos/photo-source.ts';

/** The photos of a view; the same objects from render to render while nothing changes. */
export type ViewPhotos = {
  /** 'timeline', or names an album: photos, selection and place are kept under it. */
  view: string;
  source: PhotoSource;
  /** Missing while they are on their way. */
  sections: readonly SourceSection[] | undefined;
  /** Sections shown whole; without it all are. */
  opened?: ReadonlySet<string>;
  /** Of an album: what is being taken out of it is hidden here, too. */
  albumId?: string;
  /** Of a shared album: which one, and whose a photo is. */
  sharedAlbumId?: string;
  ownerOf?: ChosenPhotos['ownerOf'];
};
