export { FailedImportsPage } from './failed-imports-page.tsx';
export { LegacyImport, useLegacyImportNotifications } from './legacy-import.tsx';
