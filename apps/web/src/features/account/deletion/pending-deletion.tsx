import {
  cancelAccountDeletion,
  type PendingDeletion as Pending,
  resendAccountDeletion,
} from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useCustomer, useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { useSecondsUntil } from '#/shared/use-seconds-until.ts';
import classes from './delete-account-page.module.css';
import { deletionFailureOf } from './queries.ts';

/** The deletion that waits for its confirmation: its mail can be sent again, and it can be given up. */
export function PendingDeletion({ pending }: { pending: Pending }) {
  const { t } = useTranslation();
  const { email } = useCustomer();
  const params = useOwnIdentity();
  const seconds = useSecondsUntil(pending.resendAt);
  const meta = { invalidates: ['AccountDeletion', 'Customer'] as const };
  const resend = useMutation({
    mutationFn: () => call(resendAccountDeletion, { params }),
    meta: { ...meta, action: 'RESEND_ACCOUNT_DELETION' },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelAccountDeletion, { params }),
    meta: { ...meta, action: 'CANCEL_ACCOUNT_DELETION' },
  });
  const error = resend.error ?? cancel.error;
  return (
    <section className={classes.panel} aria-labelledby="waiting-deletion">
      <h2 id="waiting-deletion">{t('deleteAccount.waiting')}</h2>
      <p role="status">
        {resend.isSuccess && `${t('deleteAccount.sentAgain')} `}
        {t('deleteAccount.openLink', { email })}
      </p>
      {error && <DialogAlert>{t(`deleteAccount.${deletionFailureOf(error)}`)}</DialogAlert>}
      <div className={classes.actions}>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('deleteAccount.cancel')}
        </Button>
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={seconds > 0}
          onClick={() => resend.mutate()}
        >
          {seconds > 0 ? t('deleteAccount.resendIn', { count: seconds }) : t('deleteAccount.resend')}
        </Button>
      </div>
    </section>
  );
}
