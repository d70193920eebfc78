import { declareOwnWithdrawal, declareWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
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
  const channel = useChannel();
  const formatMoment = createMomentInSentence(useLocale(), channel.timeZone);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (_: undefined, press) => {
      const body = bodyOf(declared, order, channel.id);
      return isSignedIn
        ? call(declareOwnWithdrawal, { body }, press)
        : call(declareWithdrawal, { body }, press);
    },
    meta: { action: 'DECLARE_WITHDRAWAL', invalidates: ['Orders'] },
  });
  return (
    <section className={classes.form}>
      <Heading key={data ? 'received' : 'check'}>
        {t(data ? 'withdrawal.receivedTitle' : 'withdrawal.checkTitle')}
      </Heading>
      {data && (
        <p className={classes.intro}>
          {t('withdrawal.received', { date: formatMoment(new Date(data.declaredAt)) })}{' '}
          {t('withdrawal.receiptSent', { email: declared.email })}
        </p>
      )}
      <dl className={classes.details}>
        <Fact name={t('withdrawal.field.name')}>{declared.name}</Fact>
        <Fact name={t('withdrawal.field.order')}>{declared.order}</Fact>
        <Fact name={t('withdrawal.field.products')}>
          {namesOf(declared, order).join(', ') || t('withdrawal.wholeOrder')}
        </Fact>
        <Fact name={t('withdrawal.field.email')}>{declared.email}</Fact>
      </dl>
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

const isThrottled = (error: Error) => error instanceof ApiProblem && error.status === 429;

/** Takes the focus, so that the step is announced. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h2>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
