import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './demo-shop.module.css';
import type { ProjectSaving } from './project-saver.ts';

/** Shows whether the work is saved, and saves it for later. */
export function SaveBar({ saving }: { saving: ProjectSaving }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!(await saving.flush())) throw new Error('The project could not be saved');
    },
    meta: { action: 'SAVE_DEMO_PROJECT', invalidates: ['Projects'] },
    onSuccess: () => navigate({ to: '/saved-projects' }),
  });
  const { state } = saving;
  const isOver = state === 'conflict' || state === 'deleted';
  return (
    <div className={classes.bar}>
      <p role="status" className={classes.state} data-state={state}>
        {state !== 'unchanged' && t(`demoShop.saving.${state}`)}{' '}
        {state === 'deleted' && <Link to="/saved-projects">{t('demoShop.savedProjects')}</Link>}
        {state === 'conflict' && (
          <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
            {t('demoShop.reload')}
          </button>
        )}
      </p>
      {!isOver && (
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('demoShop.saveForLater')}
        </Button>
      )}
    </div>
  );
}
