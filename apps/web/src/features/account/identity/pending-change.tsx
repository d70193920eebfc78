import {
  cancelEmailChange,
  type PendingEmailChange,
  resendEmailChange,
} from '@keepsake/contracts/account/email-changes';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { WaitingForLink } from '#/shared/ui/waiting-for-link.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { changeEmailFailureOf } from './queries.ts';

/** The change awaiting confirmation: its mail can be resent, and it can be cancelled. */
export function PendingChange({ pending }: { pending: PendingEmailChange }) {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  const meta = { invalidates: ['EmailChange', customerQuery.queryKey] as const };
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
    <WaitingForLink
      title={t('mailedLink.waiting')}
      email={pending.email}
      openLink={t('changeEmail.openLink')}
      resendAt={pending.resendAt}
      resend={resend}
      cancel={{ ...cancel, label: t('changeEmail.cancel') }}
      failure={{
        error,
        text: t(changeEmailFailureOf(error).isTooOften ? 'errors.tooOften' : 'changeEmail.notConfirmed'),
      }}
    />
  );
}
