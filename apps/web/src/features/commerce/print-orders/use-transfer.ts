import { createTempSelection, EDITOR_HANDOFF_MS } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useChannel, useConfiguration } from '#/shared/configuration/configuration-context.ts';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { editorAddress } from './editor-address.ts';
import { hideTransfer, showTransfer } from './transfer-store.ts';

type Asked = { photoIds: readonly string[]; onDone: () => void };

/**
 * Takes photos to the print editor [PRT-04 to PRT-06]. A failure leaves everything as it was, and whoever goes to another
 * page meanwhile stays there.
 */
export function useTransfer() {
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
