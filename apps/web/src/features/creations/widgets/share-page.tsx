import { SHARE_LIMITS } from '@keepsake/contracts/creations/widgets';
import { isTypedMailAddress } from '@keepsake/contracts/platform/mail-address';
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { useForm } from '#/shared/use-form.ts';
import { type Shared, useShareWidget, widgetQuery } from './queries.ts';
import classes from './widget-page.module.css';

type Props = { productCode: string; senderName: string };

/** Sends the link of a widget to one person [RTE-36, WID-04]. */
export function ShareWidgetPage({ productCode, senderName }: Props) {
  const { t } = useTranslation();
  const { data: widget, error, refetch } = useQuery(widgetQuery(productCode));
  const isAccountBlocked = useIsBlocked();
  const toWidget = (
    <Button renderRoot={(props) => <Link to="/widgets/$productCode" params={{ productCode }} {...props} />}>
      {t('widgets.toWidget')}
    </Button>
  );
  return (
    <Page title={t('widgets.shareTitle')} back={<BackLink to="/widgets" label={t('widgets.back')} />}>
      {!widget && error && (
        <ErrorState error={error} message={t('widgets.oneFailed')} onRetry={() => void refetch()} />
      )}
      {widget === undefined && !error && <RowsSkeleton />}
      {widget === null && <EmptyState action={toWidget}>{t('widgets.none')}</EmptyState>}
      {widget?.isBlocked && (
        <EmptyState action={toWidget}>
          {t('widgets.blocked')} {widget.blockedReason}
        </EmptyState>
      )}
      {widget && !widget.isBlocked && isAccountBlocked && (
        <EmptyState action={toWidget}>{t('business.blockedAction')}</EmptyState>
      )}
      {widget && !widget.isBlocked && !isAccountBlocked && (
        <ShareForm productCode={productCode} senderName={senderName} />
      )}
    </Page>
  );
}

const NAMES = ['toEmailAddress', 'fromName', 'personalMessage'] as const;
type Name = (typeof NAMES)[number];

function faultsOf({ toEmailAddress, fromName, personalMessage }: Shared): Name[] {
  const isWrong = {
    toEmailAddress: !isTypedMailAddress(toEmailAddress.trim()),
    fromName: fromName.trim() === '' || fromName.trim().length > SHARE_LIMITS.name,
    personalMessage: personalMessage.trim().length > SHARE_LIMITS.message,
  };
  return NAMES.filter((name) => isWrong[name]);
}

/** Recipient, sender's name and message. Fields are validated when they are left, all of them on submit. */
function ShareForm({ productCode, senderName }: Props) {
  const { t } = useTranslation();
  const { name: brand } = useChannel();
  const { form, sharedField, isSending, error, sentTo } = useShare(productCode, senderName);
  const required = { required: true, withAsterisk: false };
  return (
    <form {...form} className={`${classes.form} ${panels.parts}`}>
      <p className={panels.help}>{t('widgets.shareHelp', { brand })}</p>
      <TextInput
        {...sharedField('toEmailAddress')}
        {...required}
        description={t('widgets.oneRecipient')}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <TextInput
        {...sharedField('fromName')}
        {...required}
        autoComplete="name"
        maxLength={SHARE_LIMITS.name}
        dir="auto"
      />
      <Textarea
        {...sharedField('personalMessage')}
        description={t('widgets.messageHelp')}
        maxLength={SHARE_LIMITS.message}
        rows={5}
        dir="auto"
      />
      {error && <DialogAlert error={error}>{t(textOf(error))}</DialogAlert>}
      <p role="status" className={panels.help}>
        {sentTo !== null && t('widgets.sent', { address: sentTo })}
      </p>
      <Button type="submit" loading={isSending} className={classes.save}>
        {t('widgets.send')}
      </Button>
    </form>
  );
}

function useShare(productCode: string, senderName: string) {
  const { t } = useTranslation();
  const { vendor } = useChannel();
  const { mutate, isPending, isSuccess, variables, error } = useShareWidget({
    productCode,
    vendorId: vendor,
  });
  const { form, textField, isWrong, change, forgive, focusOn } = useForm<Shared, Name>({
    initial: { toEmailAddress: '', fromName: senderName, personalMessage: '' },
    faultsOf,
    unsaved: { failure: error },
    onSubmit: (shared) =>
      mutate(shared, {
        onSuccess() {
          change({ toEmailAddress: '' });
          forgive();
          focusOn('toEmailAddress');
        },
      }),
  });
  /** Properties of the input of one part. */
  const sharedField = (name: Name) => ({
    ...textField(name),
    label: t(`widgets.shared.${name}`),
    error: isWrong(name) && t(`widgets.fault.${name}`),
    readOnly: isPending,
  });
  const sentTo = isSuccess && !isWrong('toEmailAddress') ? variables.toEmailAddress.trim() : null;
  return { form, sharedField, isSending: isPending, error, sentTo };
}

/** Message for a failure to send. */
function textOf(error: Error) {
  const { code = '' } = error instanceof ApiProblem ? error : {};
  if (code === 'recipient-refused') return 'widgets.refused';
  if (code === 'too-many-requests') return 'widgets.tooMany';
  if (code === 'order-blocked') return 'widgets.blocked';
  if (code === 'account-blocked') return 'business.blockedAction';
  return 'widgets.sendFailed';
}
