import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { formatDay, useLocale } from '#/shared/format.ts';
import { storageStatusQuery } from '#/shared/hidden-library.tsx';
import { Modal } from '#/shared/ui/modal.tsx';
import classes from './transfer-modal.module.css';
import { hideTransfer } from './transfer-store.ts';

/** Says that photos are on their way to the print editor, until its page is there [PRT-04]. */
export default function TransferOverlay({ amount }: { amount: number }) {
  const { t } = useTranslation();
  useEffect(() => {
    // Coming back to a page that the browser kept, the customer is on no way any more.
    const end = ({ persisted }: PageTransitionEvent) => persisted && hideTransfer();
    window.addEventListener('pageshow', end);
    window.addEventListener('popstate', hideTransfer);
    return () => {
      window.removeEventListener('pageshow', end);
      window.removeEventListener('popstate', hideTransfer);
    };
  }, []);
  return (
    <Modal
      isOpen
      onClose={hideTransfer}
      title={t('orderPrints.adding', { count: amount })}
      isClosable={false}
    >
      <div className={classes.loader}>
        <Loader />
        <OrderingToday />
      </div>
    </Modal>
  );
}

/** Says on the way to the editor what an order of today earns; nothing while that is unknown. */
function OrderingToday() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data } = useQuery({ ...storageStatusQuery(), enabled: isOn });
  if (!isOn || !data) return null;
  const date = formatDay(data.keptUntilIfOrderedToday, locale);
  return <p className={classes.kept}>{t('orderPrints.keptUntil', { date })}</p>;
}
