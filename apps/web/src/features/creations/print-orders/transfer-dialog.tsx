import { keptLongerByOrdering } from '@keepsake/contracts/library/retention';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { listenTo } from '#/shared/signal.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './transfer-dialog.module.css';

/** Shows that photos are being handed over, until the print editor's page loads [PRT-04]. */
export default function TransferDialog({ amount, isOpen, onClose }: { amount: number } & DialogProps) {
  const { t } = useTranslation();
  useCustomerReturn(onClose);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('orderPrints.adding', { count: amount })}
      isClosable={false}
    >
      <div className={classes.loader}>
        <Loader />
        <OrderingToday />
      </div>
    </Dialog>
  );
}

/** Detects that the customer returns, to a page restored by the browser or through its history. */
function useCustomerReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && returned();
    const stops = [listenTo(window, 'pageshow', onPageShow), listenTo(window, 'popstate', () => returned())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** How long an order placed today would keep the photos; empty until known, and if they are kept that long anyway. */
function OrderingToday() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data } = useQuery({ ...storageStatusQuery(), enabled: isOn });
  const storedUntil = isOn && data ? keptLongerByOrdering(data) : null;
  if (storedUntil === null) return null;
  const text = t('orderPrints.keptUntil', { date: formatDayInSentence(storedUntil, locale) });
  return <p className={classes.stored}>{text}</p>;
}
