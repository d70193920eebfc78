import { declareOwnWithdrawal, declareWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { FocusedHeading } from '#/shared/ui/focused-heading.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { bodyOf, type Declared, type DeclaredOrder, namesOf } from './declaration.ts';
import classes from './withdrawal-page.module.css';

type Props = {
  isSignedIn: boolean;
  declared: Declared;
  order: DeclaredOrder | null;
  onBack: () => void;
};

/** The second step: a summary and the button that declares it, followed by the receipt. */
export function ConfirmWithdrawal({ isSignedIn, declared, order, onBack }: Props) {
  const { t } = useTranslation();
  const formatMoment = createMomentInSentence(useLocale(), useChannel().timeZone);
  const { mutate, data, error, isPending } = useDeclare({ isSignedIn, declared, order });
  return (
    <section className={classes.form}>
      <FocusedHeading key={data ? 'received' : 'check'} order={2} className={classes.heading}>
        {t(data ? 'withdrawal.receivedTitle' : 'withdrawal.checkTitle')}
      </FocusedHeading>
      {data && (
        <p className={classes.intro}>
          {t('withdrawal.received', { date: formatMoment(new Date(data.declaredAt)) })}{' '}
          {t('withdrawal.receiptSent', { email: declared.email })}
        </p>
      )}
      <Details declared={declared} order={order} />
      {error && (
        <DialogAlert>{t(isThrottled(error) ? 'withdrawal.tooOften' : 'withdrawal.failed')}</DialogAlert>
      )}
      {!data && (
        <div className={classes.actions}>
          <Button variant="default" size="md" onClick={onBack} disabled={isPending}>
            {t('withdrawal.back')}
          </Button>
          <Button size="md" onClick={() => mutate(undefined)} loading={isPending}>
            {t('withdrawal.confirm')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Details({ declared, order }: Pick<Props, 'declared' | 'order'>) {
  const { t } = useTranslation();
  const products = namesOf(declared, order).join(', ') || t('withdrawal.wholeOrder');
  return (
    <dl className={classes.details}>
      {Object.entries({ name: declared.name, order: declared.order, products, email: declared.email }).map(
        ([name, words]) => (
          <div key={name}>
            <dt>{t(`withdrawal.field.${name}`)}</dt>
            <dd>{words}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function useDeclare({ isSignedIn, declared, order }: Omit<Props, 'onBack'>) {
  const channel = useChannel();
  return useMutation({
    mutationFn: (_: undefined, press) => {
      const body = bodyOf(declared, order, channel.id);
      return isSignedIn
        ? call(declareOwnWithdrawal, { body }, press)
        : call(declareWithdrawal, { body }, press);
    },
    meta: { action: 'DECLARE_WITHDRAWAL', invalidates: ['Orders'] },
  });
}

const isThrottled = (error: Error) => error instanceof ApiProblem && error.status === 429;
