import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { DeleteIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';

const deleteAllDialog = defineDialog('delete-all', () => import('./delete-all-dialog.tsx'));

/** Asks for confirmation before deleting the whole library [TL-21]. */
export function DeleteAllButton() {
  const { t } = useTranslation();
  useEffect(() => deleteAllDialog.loadWhenIdle(), []);
  return (
    <QuietButton
      icon={<DeleteIcon />}
      label={t('library.deleteAll')}
      onPress={() => deleteAllDialog.open({})}
      isDangerous
    />
  );
}
