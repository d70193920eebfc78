import {
  cancelAccountDeletion,
  DELETION_LINK_HOURS,
  resendAccountDeletion,
} from '@keepsake/contracts/account/account-deletion';
import type { PendingLink } from '@keepsake/contracts/account/email-changes';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { useCustomer, useOwnIdentity } from '#/shared/session.ts';
import { WaitingForLink } from '#/shared/ui/waiting-for-link.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { deletionFailureOf } from './queries.ts';

/** The deletion awaiting confirmation: its mail can be resent, and it can be cancelled. */
export function PendingDeletion({ pending }: { pending: PendingLink }) {
  const { t } = useTranslation();
  const { email } = useCustomer();
  const params = useOwnIdentity();
  const meta = { invalidates: ['AccountDeletion', customerQuery.queryKey] as const };
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
    <WaitingForLink
      title={t('mailedLink.waiting')}
      openLink={t('deleteAccount.openLink', { email, hours: DELETION_LINK_HOURS })}
      resendAt={pending.resendAt}
      resend={resend}
      cancel={{ ...cancel, label: t('deleteAccount.cancel') }}
      failure={{ error, text: t(deletionFailureOf(error)) }}
    />
  );
}
