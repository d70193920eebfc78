export { AlbumPreview, AlbumPreviewWaiting, SharedAlbumPreview } from './album-preview.tsx';
export { DeletedPreview } from './deleted-preview.tsx';
export { type PrintQuality, qualityOfPhoto } from './print-quality.ts';
export { TimelinePreview } from './timeline-preview.tsx';
