import { create } from 'zustand';

/** How many photos are on their way to the print editor; null while none are. */
export const useTransferStore = create<{ amount: number | null }>(() => ({ amount: null }));

export function showTransfer(amount: number): void {
  useTransferStore.setState({ amount });
}

export function hideTransfer(): void {
  useTransferStore.setState({ amount: null });
}
