export { AlbumPhotos, AlbumSkeleton, SharedAlbumPhotos } from './album-photos.tsx';
export {
  ALBUM_SECTION,
  type AlbumVersion,
  type Arrangement,
  albumSections,
  albumViewOf,
  arrangementQuery,
  createAlbumSource,
  createSharedAlbumSource,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
  useArrangement,
} from './album-source.ts';
export { photosPart } from './latest-photos.tsx';
export { onThisDayPart } from './on-this-day.tsx';
export { AddPhotosButton, LibraryQuota, PhotosPage } from './photos-page.tsx';
export { photoQuery, timelineQuery } from './queries.ts';
export { PhotoPicker } from './timeline/photo-picker.tsx';
export { requestTimelineEarly } from './timeline/request-early.ts';
export { prepareTimeline } from './timeline/start-query.ts';
export { FilterButtons, Timeline } from './timeline/timeline.tsx';
export {
  createTimelineSource,
  searchOf,
  type TimelineView,
  useIsTimelineSelecting,
  useTimelineView,
} from './timeline/timeline-source.ts';
