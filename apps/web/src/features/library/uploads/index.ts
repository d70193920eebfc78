export {
  LeftUploads,
  openAlbumImport,
  openDropImport,
  openImport,
  openPhoneImport,
  PageDrop,
  SignOutGuard,
} from './open-import.ts';
export { useDropAlbum, useDropBesideAlbum } from './page-drop.tsx';
export { SignOutQuestion } from './sign-out-question.tsx';
export { forgetUnfinishedUploads } from './unfinished-uploads.ts';
export { useFarewell } from './unsaved-photos.ts';
export { UploadButton, useUploadsDisabledReason } from './upload-button.tsx';
