export { ExportPage } from './export-page.tsx';
export { ExportButton, exportDialog, useExportNotifications } from './exports.tsx';
