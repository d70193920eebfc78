import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import type { useChangeDates } from './use-change-dates.ts';

type Props = {
  change: Pick<ReturnType<typeof useChangeDates>, 'isPending' | 'error'>;
  onCancel: () => void;
};

/** The end of a form that changes dates: why it failed, and its buttons. */
export function ChangeActions({ change: { isPending, error }, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {error && <DialogAlert error={error}>{t('dates.failed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('dates.action')}
        </Button>
      </DialogActions>
    </>
  );
}
