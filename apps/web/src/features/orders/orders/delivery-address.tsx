import type { DeliveryAddress as OrderAddress } from '@keepsake/contracts/orders/delivery-address';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Address } from '#/features/account/addresses/index.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { serverNow } from '#/shared/server-time.ts';
import classes from './delivery-address.module.css';
import { Moment } from './order-words.tsx';

const ChangeAddress = lazyPart(() => import('./change-address.tsx'), <Skeleton h={480} />);

type Props = {
  orderCode: string;
  address: OrderAddress;
  /** Whether nothing will be sent there any more. */
  isOver?: boolean;
};
/** States of a change that exist only on this screen [ORD-09]. */
type Step = 'Editing' | 'RequestInProgress';

/** The delivery address of an order, and its change while production still accepts one [ORD-08]. */
export function DeliveryAddress({ orderCode, address, isOver = false }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step | null>(null);
  const { changeButton, stateWords, endBy } = useFocusAfter(step);
  const isTooLate = useIsOver(address.changeableUntil);
  const canChange = address.changeableUntil !== null && !isTooLate;
  const state = step ?? address.changeState;
  const isStated = state !== 'NotStarted' && !(isOver && state === 'SuccessfulUpdate');
  const end = (to: 'button' | 'words') => {
    endBy(to);
    setStep(null);
  };
  return (
    <>
      <Address address={address} />
      <div ref={stateWords} className={classes.state} data-state={state} role="status" tabIndex={-1}>
        {isStated && <p>{t(`orders.address.state.${state}`)}</p>}
        {step !== 'RequestInProgress' && address.refusal !== null && <p>{address.refusal}</p>}
        {step === null && address.isUnreached && <p>{t('orders.address.unreached')}</p>}
      </div>
      <Requested address={address} isTooLate={isTooLate} />
      {step === null && canChange && (
        <Button ref={changeButton} variant="default" onClick={() => setStep('Editing')}>
          {t('orders.address.change')}
        </Button>
      )}
      {step !== null && (
        <ChangeAddress
          orderCode={orderCode}
          address={address}
          onSending={(isSending) => setStep(isSending ? 'RequestInProgress' : 'Editing')}
          onDone={() => end('words')}
          onCancel={() => end('button')}
        />
      )}
    </>
  );
}

type RequestedProps = { address: OrderAddress; isTooLate: boolean };

/** The address that was requested, and until when another can be. */
function Requested({ address: { requested, changeableUntil }, isTooLate }: RequestedProps) {
  const { t } = useTranslation();
  return (
    <>
      {requested && (
        <div className={classes.requested}>
          <h4>{t('orders.address.requested')}</h4>
          <Address address={requested} />
        </div>
      )}
      {changeableUntil !== null && (
        <p className={classes.deadline}>
          <Trans
            i18nKey={isTooLate ? 'orders.address.couldChange' : 'orders.address.canChange'}
            components={{ moment: <Moment at={changeableUntil} /> }}
          />
        </p>
      )}
    </>
  );
}

/** When the form closes, moves the focus to the button that opened it, or to the message with the outcome. */
function useFocusAfter(step: Step | null) {
  const changeButton = useRef<HTMLButtonElement>(null);
  const stateWords = useRef<HTMLDivElement>(null);
  const next = useRef<'button' | 'words' | null>(null);
  useLayoutEffect(() => {
    if (step !== null || next.current === null) return;
    const isButton = next.current === 'button' && changeButton.current !== null;
    (isButton ? changeButton : stateWords).current?.focus();
    next.current = null;
  }, [step]);
  return {
    changeButton,
    stateWords,
    endBy(to: 'button' | 'words') {
      next.current = to;
    },
  };
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Whether a moment has passed; re-renders when it does. */
function useIsOver(until: string | null): boolean {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(() => {
    const left = until === null ? 0 : Date.parse(until) - serverNow().getTime();
    if (left <= 0 || left > MAX_TIMEOUT_MS) return;
    const timer = setTimeout(draw, left);
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && Date.parse(until) <= serverNow().getTime();
}
