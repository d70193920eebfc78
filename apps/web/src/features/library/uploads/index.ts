export {
  LeftUploads,
  openAlbumImport,
  openDropImport,
  openImport,
  openPhoneImport,
  PageDrop,
  SignOutGuard,
} from './open-import.ts';
export { usePageAlbum, useReadOnlyPageAlbum, useTargetOfPage } from './page-album.ts';
export { SignOutQuestion } from './sign-out-question.tsx';
export { forgetUnfinishedUploads } from './unfinished-uploads.ts';
export { useFarewell } from './unsaved-photos.ts';
export { UploadButton, useUploadsDisabledReason } from './upload-button.tsx';
