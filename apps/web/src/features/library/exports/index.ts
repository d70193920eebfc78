export { ExportList, useExports } from './export-list.tsx';
export { useExportNotifications } from './export-notifications.ts';
export { ExportPage } from './export-page.tsx';
export { ExportButton, exportDialog } from './exports.tsx';
