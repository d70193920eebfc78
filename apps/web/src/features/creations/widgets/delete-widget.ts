import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import type { Deleted } from './delete-widget-dialog.tsx';

export const deleteWidgetDialog = defineDialog<Deleted>(
  'delete-widget',
  () => import('./delete-widget-dialog.tsx'),
);
