export { LeftUploads, openAlbumImport, openImport, openPhoneImport } from './open-import.ts';
export { forgetAllUnfinishedUploads, forgetUnfinishedUploads } from './unfinished-uploads.ts';
