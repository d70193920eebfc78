export { FailedImportsPage } from './failed-imports-page.tsx';
export { LegacyImport } from './legacy-import.tsx';
export { useLegacyImportNotifications } from './use-legacy-import.ts';
