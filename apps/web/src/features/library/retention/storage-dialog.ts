import { defineDialog } from '#/shared/ui/dialogs.tsx';

/** Shows the storage status. */
export const storageDialog = defineDialog('storage', () => import('./storage-modal.tsx'));
