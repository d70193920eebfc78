import { requestOwnPassword } from '@keepsake/contracts/account/email-changes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useMutation } from '#/shared/use-mutation.ts';
import { changeEmailFailureOf } from './queries.ts';

/** Mails the link for a new password with one press; setting it requires access to the mailbox. */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  const { id: channel } = useChannel();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(requestOwnPassword, { params, body: { channel } }),
    meta: { action: 'REQUEST_PASSWORD', invalidates: [] },
  });
  return (
    <section className={panels.panel} aria-labelledby="password">
      <h2 id="password">{t('changeEmail.password.title')}</h2>
      <p role="status" className={panels.help}>
        {isSuccess ? t('changeEmail.password.sent', { email }) : t('changeEmail.password.text')}
      </p>
      {error && (
        <DialogAlert error={error}>
          {t(changeEmailFailureOf(error).isTooOften ? 'errors.tooOften' : 'changeEmail.password.failed')}
        </DialogAlert>
      )}
      <div className={panels.actions}>
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t(isSuccess ? 'mailedLink.resend' : 'changeEmail.password.change')}
        </Button>
      </div>
    </section>
  );
}
