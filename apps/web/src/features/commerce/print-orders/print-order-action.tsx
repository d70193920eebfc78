import { createTempSelection, EDITOR_HANDOFF_MS, MAX_IDS_PER_CALL, PRINT_PRODUCT } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { hideTransfer, showTransfer } from './transfer-store.ts';

/** Ordering prints of photos [PRT-01, FLG-12]; null without its flag, and where there is no editor to go to. */
export function useOrderPrintsAction(): PhotoAction | null {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoManagementOrderPrintsEnabled');
  const { editorUrl } = useConfiguration();
  const { transfer, isPending } = useTransfer();
  if (!isOn || editorUrl === null) return null;
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
    start: ({ photoIds }, onDone) => transfer({ photoIds, onDone }),
  };
}

type Asked = { photoIds: readonly string[]; onDone: () => void };

/**
 * Takes photos to the print editor [PRT-04 to PRT-06]. A failure leaves everything as it was, and whoever goes to another
 * page meanwhile stays there.
 */
function useTransfer() {
  const { t } = useTranslation();
  const { id: channel } = useChannel();
  const { editorUrl } = useConfiguration();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ photoIds, onDone }: Asked) => {
      const from = window.location.href;
      const { tempSelectionId } = await call(createTempSelection, { body: { photoIds: [...photoIds] } });
      if (window.location.href !== from) return;
      showTransfer(photoIds.length);
      await new Promise((resolve) => setTimeout(resolve, EDITOR_HANDOFF_MS));
      if (window.location.href !== from) return;
      onDone();
      window.location.assign(editorAddress({ editorUrl: editorUrl ?? '/', tempSelectionId, channel, from }));
    },
    meta: { action: 'TRANSFER_PHOTOS' },
    onError() {
      hideTransfer();
      showToast({ message: t('orderPrints.failed'), tone: 'failure' });
    },
  });
  return { transfer: mutate, isPending };
}

type HandOff = {
  /** Absolute, or a path of this site; what its query says already stays. */
  editorUrl: string;
  tempSelectionId: string;
  channel: string;
  /** The page that the customer leaves. */
  from: string;
};

/** Where the print editor opens a selection, with photo prints chosen already [PRT-07, PRT-10]. */
export function editorAddress({ editorUrl, tempSelectionId, channel, from }: HandOff): string {
  const address = new URL(editorUrl, from);
  address.searchParams.set('tempSelectionId', tempSelectionId);
  address.searchParams.set('productCode', PRINT_PRODUCT);
  address.searchParams.set('channel', channel);
  return address.href;
}
