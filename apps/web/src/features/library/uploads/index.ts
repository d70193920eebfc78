export { LeftUploads, openAlbumImport, openImport, openPhoneImport, SignOutGuard } from './open-import.ts';
export { SignOutQuestion } from './sign-out-question.tsx';
export { forgetUnfinishedUploads } from './unfinished-uploads.ts';
export { useFarewell } from './unsaved-photos.ts';
export { UploadButton, useUploadsDisabledReason } from './upload-button.tsx';
