export { FailedImportsPage } from './failed-imports-page.tsx';
export { LegacyImport } from './legacy-import.tsx';
export { useLegacyImportNotifications } from './legacy-import-notifications.ts';
