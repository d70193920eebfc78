import { cancelEmailChange, type PendingEmailChange, resendEmailChange } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { useSecondsUntil } from '#/shared/use-seconds-until.ts';
import classes from './change-email-page.module.css';
import { changeEmailFailureOf } from './queries.ts';

/** The change that waits for its confirmation: its mail can be sent again, and it can be given up. */
export function PendingChange({ pending }: { pending: PendingEmailChange }) {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  const seconds = useSecondsUntil(pending.resendAt);
  const meta = { invalidates: ['EmailChange', 'Customer'] as const };
  const resend = useMutation({
    mutationFn: () => call(resendEmailChange, { params }),
    meta: { ...meta, action: 'RESEND_EMAIL_CHANGE' },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, { params }),
    meta: { ...meta, action: 'CANCEL_EMAIL_CHANGE' },
  });
  const error = resend.error ?? cancel.error;
  return (
    <section className={classes.panel} data-waiting aria-labelledby="waiting-address">
      <h2 id="waiting-address">{t('changeEmail.waiting')}</h2>
      <p className={classes.address}>{pending.email}</p>
      <p role="status" className={classes.help}>
        {resend.isSuccess && `${t('changeEmail.sentAgain')} `}
        {t('changeEmail.openLink')}
      </p>
      {error && (
        <DialogAlert>
          {t(changeEmailFailureOf(error).isTooOften ? 'changeEmail.tooOften' : 'changeEmail.failed')}
        </DialogAlert>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={seconds > 0}
          onClick={() => resend.mutate()}
        >
          {seconds > 0 ? t('changeEmail.resendIn', { count: seconds }) : t('changeEmail.resend')}
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('changeEmail.cancel')}
        </Button>
      </div>
    </section>
  );
}
