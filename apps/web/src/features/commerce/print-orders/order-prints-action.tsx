import { MAX_IDS_PER_CALL } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#/shared/configuration/configuration-context.ts';
import { useFlag } from '#/shared/flags/use-flag.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { PrintIcon } from '#/shared/ui/icons/action-icons.tsx';
import { useTransfer } from './use-transfer.ts';

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
