import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { storageStatusQuery } from '#/shared/library-queries.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './transfer-dialog.module.css';

/** Says that photos are on their way to the print editor, until its page loads [PRT-04]. */
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

/** Notices that the customer comes back: to a page that the browser kept, or one step in its history. */
function useCustomerReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && returned();
    const onPopState = () => returned();
    window.addEventListener('pageshow', onPageShow);
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      window.removeEventListener('popstate', onPopState);
    };
  }, []);
}

/** How long an order today would keep the photos; empty until that is known. */
function OrderingToday() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data } = useQuery({ ...storageStatusQuery(), enabled: isOn });
  if (!isOn || !data) return null;
  const text = t('orderPrints.keptUntil', {
    date: formatDayInSentence(data.keptUntilIfOrderedToday, locale),
  });
  return <p className={classes.kept}>{text}</p>;
}
