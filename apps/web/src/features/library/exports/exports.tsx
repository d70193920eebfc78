import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { ExportIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';

/** Asks whether to export the whole library. */
export const exportDialog = defineDialog('export', () => import('./export-dialog.tsx'));

/** Opens the export dialog [EXP-01]; absent without the flag [FLG-09]. */
export function ExportButton() {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  useEffect(() => {
    if (isOn) exportDialog.loadWhenIdle();
  }, [isOn]);
  return (
    isOn && (
      <QuietButton icon={<ExportIcon />} label={t('export.action')} onPress={() => exportDialog.open({})} />
    )
  );
}
