export { useDeletedActions } from './deleted-actions.tsx';
export { DeletedLink } from './deleted-link.tsx';
export { DeletedPhotos } from './deleted-photos.tsx';
export {
  DELETED_SECTION,
  DELETED_VIEW,
  deletedSource,
  useDeletedSections,
  useLastDay,
} from './queries.ts';
