import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useWayBack } from '#/shared/ui/way-back.ts';
import { useDeleteWidget } from './queries.ts';

export type Deleted = { productCode: string; name: string; isInGallery: boolean };

/** Explains the consequences before a widget is deleted: its link cannot be restored [WID-08]. */
export default function DeleteWidgetDialog({
  productCode,
  name,
  isInGallery,
  isOpen,
  onClose,
}: Deleted & DialogProps) {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  const { mutate, isPending, error } = useDeleteWidget(productCode, () => {
    onClose();
    void goBackTo('/widgets');
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('widgets.deleteTitle')} isClosable={!isPending}>
      <p>
        <bdi>{name}</bdi>
      </p>
      <p>{t('widgets.deleteText')}</p>
      {isInGallery && <p>{t('widgets.deleteFromGallery')}</p>}
      {error && <DialogAlert error={error}>{t('widgets.deleteFailed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('address.cancel')}
        </Button>
        <Button color="red" onClick={() => mutate()} loading={isPending}>
          {t('widgets.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
