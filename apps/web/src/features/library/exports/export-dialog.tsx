import { EXPORT_READY_HOURS } from '@keepsake/contracts/library/exports';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isTooOften } from '#/shared/api/api-problem.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './export-dialog.module.css';
import { requestExport } from './queries.ts';

const PROMISED = { hours: EXPORT_READY_HOURS };

/**
 * Requests an export. On success, announces that a mail will be sent, or opens an export that is already available [EXP-02 to
 * EXP-10].
 */
export default function ExportDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hasAddress = useQuery(customerQuery).data?.email !== '';
  const { id: channel } = useChannel();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (_, press) => requestExport(channel, press),
    meta: { action: 'REQUEST_EXPORT', invalidates: ['Exports'] },
    async onSuccess(requested) {
      if (requested.status !== 'READY') return;
      onClose();
      await navigate({ to: '/my-photos/exports/$backupId', params: { backupId: requested.backupId } });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('export.action')}>
      {isSuccess ? (
        <p role="status">{t(hasAddress ? 'export.requested' : 'export.requestedWithoutMail', PROMISED)}</p>
      ) : (
        <Explanation isPending={isPending} error={error} hasAddress={hasAddress} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {isSuccess ? t('export.close') : t('export.cancel')}
        </Button>
        {!isSuccess && (
          <Button onClick={() => mutate()} disabled={isPending}>
            {isPending ? t('export.requesting') : t('export.create')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

type Explained = { isPending: boolean; error: Error | null; hasAddress: boolean };

function Explanation({ isPending, error, hasAddress }: Explained) {
  const { t } = useTranslation();
  const isTooMany = isTooOften(error);
  return (
    <>
      <p>{t('export.text')}</p>
      <ul className={classes.details}>
        <li>{t('export.processing')}</li>
        <li>{t(hasAddress ? 'export.mail' : 'export.noMail', PROMISED)}</li>
        <li>{t('export.valid')}</li>
      </ul>
      <p role="status" className={classes.pending}>
        {isPending && t('export.requesting')}
      </p>
      {error && <DialogAlert error={error}>{t(isTooMany ? 'export.tooMany' : 'export.failed')}</DialogAlert>}
    </>
  );
}
