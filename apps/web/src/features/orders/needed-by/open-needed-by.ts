import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import type { NeededSubject } from './needed-by-dialog.tsx';

export const neededByDialog = defineDialog<{ subject: NeededSubject }>(
  'needed-by',
  () => import('./needed-by-dialog.tsx'),
);
