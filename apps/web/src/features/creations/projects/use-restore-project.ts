import { type Project, restoreProject } from '@keepsake/contracts/creations/projects';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

/** Restores a deleted project. */
export function useRestoreProject(): (project: Pick<Project, 'id'>) => void {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (projectId: string) => call(restoreProject, { params: { projectId } }),
    meta: { action: 'RESTORE_PROJECT', invalidates: ['Projects', 'Storage'] },
    onSuccess: () => showToast({ message: t('projects.restored'), tone: 'success' }),
    onError: () => showToast({ message: t('projects.restoreFailed'), tone: 'failure' }),
  });
  return ({ id }) => mutate(id);
}
