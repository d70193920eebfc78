import { lazy, Suspense } from 'react';
import { useTransferStore } from './transfer-store.ts';

const TransferOverlay = lazy(() => import('./transfer-modal.tsx'));

/** Where the way to the print editor is shown, over whatever page it begins on. */
export function OrderPrintsHost() {
  const amount = useTransferStore((state) => state.amount);
  return <Suspense fallback={null}>{amount !== null && <TransferOverlay amount={amount} />}</Suspense>;
}
