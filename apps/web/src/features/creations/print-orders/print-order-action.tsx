import { EDITOR_HANDOFF_MS, MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { useFlag } from '#/shared/flags.tsx';
import { leaveFor } from '#/shared/leave-page.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

/** Covers the page while photos are handed over to the print editor. */
const transferDialog = defineDialog<{ amount: number }>('transfer', () => import('./transfer-dialog.tsx'));

/** Action that orders prints of photos [PRT-01, FLG-12]; null without the flag or a print editor, and for who is blocked. */
export function usePrintOrderAction(): PhotoAction | null {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoManagementOrderPrintsEnabled');
  const isBlocked = useIsBlocked();
  const { editorUrl } = useConfiguration();
  const { transfer, isPending } = useTransfer();
  if (!isOn || isBlocked || editorUrl === null) return null;
  return {
    key: 'orderPrints',
    label: t('orderPrints.action'),
    icon: <PrintIcon />,
    disabledReason: ({ photoIds }) =>
      photoIds.length > MAX_IDS_PER_CALL ? t('orderPrints.tooMany', { max: MAX_IDS_PER_CALL }) : null,
    confirm: {
      label: (amount) => t('orderPrints.next', { count: amount }),
      waiting: t('orderPrints.selecting'),
      isPending,
    },
    prepare: transferDialog.loadWhenIdle,
    start: ({ photoIds }) => transfer(photoIds),
  };
}

/**
 * Hands photos over to the print editor [PRT-04 to PRT-06]; they stay selected for the way back [PRT-10]. A failure changes
 * nothing, and a customer who navigates meanwhile stays where they are.
 */
function useTransfer() {
  const { t } = useTranslation();
  const { id: channel } = useChannel();
  const { editorUrl } = useConfiguration();
  const { mutate, isPending } = useMutation({
    mutationFn: async (photoIds: readonly string[], press) => {
      const from = window.location.href;
      const { prepareTransfer } = await import('./prepare-transfer.ts');
      const handOff = { photoIds, editorUrl: editorUrl ?? '/', channel, from };
      const editor = await prepareTransfer(handOff, press);
      if (window.location.href !== from) return;
      transferDialog.open({ amount: photoIds.length });
      await new Promise((resolve) => setTimeout(resolve, EDITOR_HANDOFF_MS));
      if (window.location.href !== from) return;
      await leaveFor(editor);
      transferDialog.close();
    },
    meta: { action: 'TRANSFER_PHOTOS', invalidates: [] },
    onError() {
      transferDialog.close();
      showToast({ message: t('orderPrints.failed'), tone: 'failure' });
    },
  });
  return { transfer: mutate, isPending };
}
