import {
  beginSecondFactor,
  type Enrolment,
  type SecondFactor as Factor,
} from '@keepsake/contracts/account/second-factor';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useMutation } from '#/shared/use-mutation.ts';
import { ActiveSecondFactor } from './active-second-factor.tsx';
import { useSecondFactor } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

type Props = {
  email: string;
  /** Called once the recovery codes of a new second factor have been saved. */
  onSetUp?: () => void;
};

/** State of the second factor, with the actions to turn it on and off. */
export function SecondFactorPanel({ email, onSetUp }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSecondFactor();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const show = (made: readonly string[]) => {
    setEnrolment(null);
    setCodes(made);
  };
  const putAway = () => {
    setCodes(null);
    onSetUp?.();
  };
  return (
    <section className={panels.panel} aria-labelledby="second-factor">
      <h2 id="second-factor">{t('secondFactor.title')}</h2>
      {!data && !error && <Skeleton h={96} radius="md" aria-busy="true" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {codes && <RecoveryCodes codes={codes} email={email} onDone={putAway} />}
      {data && !codes && <State data={data} enrolment={enrolment} setEnrolment={setEnrolment} show={show} />}
    </section>
  );
}

type StateProps = {
  data: Factor;
  enrolment: Enrolment | null;
  setEnrolment: (enrolment: Enrolment | null) => void;
  show: (codes: readonly string[]) => void;
};

function State({ data, enrolment, setEnrolment, show }: StateProps) {
  if (data.since !== null) return <ActiveSecondFactor factor={data} since={data.since} onCodes={show} />;
  if (!enrolment) return <Offer onStarted={setEnrolment} />;
  return (
    <SetUpSecondFactor
      key={enrolment.secret}
      enrolment={enrolment}
      onCodes={show}
      onAgain={setEnrolment}
      onCancel={() => setEnrolment(null)}
    />
  );
}

function Offer({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(beginSecondFactor, { params }),
    meta: { action: 'BEGIN_SECOND_FACTOR', invalidates: ['SecondFactor'] },
    onSuccess: onStarted,
  });
  return (
    <>
      <p className={panels.help}>{t('secondFactor.off')}</p>
      {error && !isSignInTooOld(error) && <DialogAlert error={error}>{t('secondFactor.failed')}</DialogAlert>}
      <div className={panels.actions}>
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('secondFactor.setUp')}
        </Button>
      </div>
    </>
  );
}
