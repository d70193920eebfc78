export { AfterFailure } from './after-failure.tsx';
export { ArchivesInProgress } from './archives-in-progress.tsx';
export { useDownloadAction } from './download-action.tsx';
export { DownloadsPage } from './downloads-page.tsx';
export { useDownloadNotifications } from './queries.ts';
export { useShareAction } from './share-action.tsx';
