import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { OrderingToday } from './ordering-today.tsx';
import classes from './transfer-overlay.module.css';
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
